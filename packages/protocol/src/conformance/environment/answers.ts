import type { Action, Environment, Observation, Outcome } from '../../environment.ts'
import type { JsonObject } from '../../json.ts'
import { ensure, ensureSame, ensureSameList, show } from '../rules/ensure.ts'
import {
  act,
  begin,
  type EnvironmentPlan,
  type EnvironmentRule,
  observations,
  play,
  withEnvironment,
} from './play.ts'

const hostileTexts = ['', ' ', '\0', 'null', '{}', '__proto__', 'x'.repeat(100_000), '\ud800', 'look\nlook']

/** Objects that no schema with a required property accepts. The second has `__proto__` as its own key. */
const hostileObjects: readonly string[] = ['{}', '{"__proto__":{"done":true}}', '{"":null}']

/** Every action, however odd, is answered in words. */
export const answerRules: readonly EnvironmentRule[] = [
  {
    name: 'starts with text, not done',
    mend: 'let reset return { text, done: false }; text is what the world says first',
    run: async (environment, { seed }) => {
      const observation = await begin(environment, seed)
      ensureAnswer(observation, 'reset')
      ensure(!observation.done, 'the first observation not to be done', observation)
    },
  },
  {
    name: 'answers every action with text',
    mend: 'return a non-empty string as text from every step, even if nothing happens or the episode ends, and done as true or false',
    run: async (environment, { seed, actions }) => {
      for await (const observation of observations(environment, seed, actions))
        ensureAnswer(observation, 'step')
    },
  },
  {
    name: 'answers hostile actions',
    mend: `treat an action as untrusted: answer an action that step does not know with { text: 'why', done: false, refused: true }, and do not throw`,
    run: async (environment, { seed, hostileActions = defaultsFor(environment) }) => {
      for (const action of hostileActions) await ensureAnswered(environment, seed, action)
    },
  },
  {
    name: 'answers its no-op, if it has one',
    mend: 'let step take the action that noop names as any other, and change nothing',
    run: async (environment, { seed }) => {
      if (environment.noop !== undefined) await ensureAnswered(environment, seed, environment.noop)
    },
  },
]

function defaultsFor({ actionSchema }: Environment): readonly Action[] {
  if (actionSchema === undefined) return hostileTexts
  return hostileObjects.map((text) => JSON.parse(text) as JsonObject)
}

async function ensureAnswered(environment: Environment, seed: number, action: Action): Promise<void> {
  await begin(environment, seed)
  ensureAnswer(await act(environment, action), `the action ${show(action)}`)
}

function ensureAnswer({ text, done }: Observation, call: string): void {
  ensure(typeof text === 'string' && text !== '', `${call} to be answered with non-empty text`, text)
  ensure(typeof done === 'boolean', `${call} to be answered with a boolean 'done'`, done)
}

/** An outcome can be asked for at any time after reset, and asking changes nothing. */
export const outcomeRules: readonly EnvironmentRule[] = [
  {
    name: 'gives a reward from 0 to 1 at every point',
    mend: 'divide what was achieved by the maximum, return 0 instead of dividing by zero, and put other figures into metrics',
    run: eachOutcome(({ reward }) => {
      ensure(Number.isFinite(reward) && reward >= 0 && reward <= 1, 'a reward from 0 to 1', String(reward))
    }),
  },
  {
    name: 'gives finite metrics at every point',
    mend: 'leave a metric out if it has no value yet, such as a mean of nothing',
    run: eachOutcome(({ metrics = {} }) => {
      for (const [name, value] of Object.entries(metrics))
        ensure(Number.isFinite(value), `the metric '${name}' to be a finite number`, String(value))
    }),
  },
  {
    name: 'changes nothing when asked for the outcome',
    mend: 'let outcome compute its figures from the episode and write nothing; do the counting in step',
    run: (asked, plan) =>
      withEnvironment(plan, async (unasked) => {
        const seen = await play(asked, plan.seed, plan.actions)
        const wanted = await play(unasked, plan.seed, plan.actions, { withoutOutcomes: true })
        const bare = seen.map(({ text, done }) => ({ text, done }))
        ensureSameList(bare, wanted, 'points of an episode that was asked for outcomes')
        const last = seen.at(-1)?.outcome
        ensureSame(last, await unasked.outcome(), 'the outcome, asked for at every point,')
        ensureSame(await asked.outcome(), last, 'the outcome, asked for twice,')
      }),
  },
]

function eachOutcome(judge: (outcome: Outcome) => void): EnvironmentRule['run'] {
  return async (environment: Environment, { seed, actions }: EnvironmentPlan) => {
    for await (const _ of observations(environment, seed, actions)) judge(await environment.outcome())
  }
}
