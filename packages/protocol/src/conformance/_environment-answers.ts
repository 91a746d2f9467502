import type { Action, Environment, Observation } from '../environment.ts'
import type { JsonObject } from '../json.ts'
import { ensure, show } from './_ensure.ts'
import { type EnvironmentPlan, observations, withEnvironment } from './_play.ts'
import type { Check } from './check.ts'

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
export function answerChecks(plan: EnvironmentPlan): readonly Check[] {
  return [
    {
      name: 'starts with text, not done',
      run: () =>
        withEnvironment(plan, async (environment) => {
          const observation = await environment.reset({ seed: plan.seed })
          ensureAnswer(observation, 'reset')
          ensure(!observation.done, 'the first observation not to be done', observation)
        }),
    },
    {
      name: 'answers every action with text',
      run: () =>
        withEnvironment(plan, async (environment) => {
          for await (const observation of observations(environment, plan.seed, plan.actions)) {
            ensureAnswer(observation, 'step')
          }
        }),
    },
    {
      name: 'answers hostile actions',
      run: () =>
        withEnvironment(plan, async (environment) => {
          for (const action of plan.hostileActions ?? defaultsFor(environment)) {
            await ensureAnswered(environment, plan.seed, action)
          }
        }),
    },
    {
      name: 'answers its no-op, where it has one',
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
  await environment.reset({ seed })
  let observation: Observation
  try {
    observation = await environment.step(action)
  } catch (error) {
    throw new Error(`expected an answer to the action ${show(action)}, saw the error ${show(error)}`)
  }
  ensureAnswer(observation, `the action ${show(action)}`)
}

function ensureAnswer(observation: Observation, call: string): void {
  const { text, done } = observation
  ensure(typeof text === 'string' && text !== '', `${call} to be answered with non-empty text`, text)
  ensure(typeof done === 'boolean', `${call} to be answered with a boolean 'done'`, done)
}
