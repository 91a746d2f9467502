import type { Action, Environment, Observation } from '../../environment.ts'
import type { JsonObject } from '../../json.ts'
import { ensure, show } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'
import { act, begin, type EnvironmentPlan, observations, withEnvironment } from './play.ts'

const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'null',
  '{}',
  '__proto__',
  'x'.repeat(100_000),
  '\ud800',
  'look\nlook',
]

/** Objects that no schema with a required property accepts. The second has `__proto__` as its own key. */
const hostileObjects: readonly string[] = ['{}', '{"__proto__":{"done":true}}', '{"":null}']

/** Every action, however odd, is answered in words. */
export function answerRules(plan: EnvironmentPlan): readonly Rule[] {
  return [
    {
      name: 'starts with text, not done',
      mend: 'let reset return { text, done: false }; text is what the world says first',
      run: () =>
        withEnvironment(plan, async (environment) => {
          const observation = await begin(environment, plan.seed)
          ensureAnswer(observation, 'reset')
          ensure(!observation.done, 'the first observation not to be done', observation)
        }),
    },
    {
      name: 'answers every action with text',
      mend: 'return a non-empty string as text from every step, even if nothing happens or the episode ends, and done as true or false',
      run: () =>
        withEnvironment(plan, async (environment) => {
          for await (const observation of observations(environment, plan.seed, plan.actions)) {
            ensureAnswer(observation, 'step')
          }
        }),
    },
    {
      name: 'answers hostile actions',
      mend: `treat an action as untrusted: answer an action that step does not know with { text: 'why', done: false, refused: true }, and do not throw`,
      run: () =>
        withEnvironment(plan, async (environment) => {
          for (const action of plan.hostileActions ?? defaultsFor(environment)) {
            await ensureAnswered(environment, plan.seed, action)
          }
        }),
    },
    {
      name: 'answers its no-op, if it has one',
      mend: 'let step take the action that noop names as any other, and change nothing',
      run: () =>
        withEnvironment(plan, async (environment) => {
          if (environment.noop !== undefined) await ensureAnswered(environment, plan.seed, environment.noop)
        }),
    },
  ]
}

function defaultsFor(environment: Environment): readonly Action[] {
  if (environment.actionSchema === undefined) return hostileTexts
  return hostileObjects.map((text) => JSON.parse(text) as JsonObject)
}

async function ensureAnswered(environment: Environment, seed: number, action: Action): Promise<void> {
  await begin(environment, seed)
  ensureAnswer(await act(environment, action), `the action ${show(action)}`)
}

function ensureAnswer(observation: Observation, call: string): void {
  const { text, done } = observation
  ensure(typeof text === 'string' && text !== '', `${call} to be answered with non-empty text`, text)
  ensure(typeof done === 'boolean', `${call} to be answered with a boolean 'done'`, done)
}
