import type { Environment } from '../../environment.ts'
import { ensure, ensureCode, ensureSameList, rejection } from '../rules/ensure.ts'
import {
  close,
  type EnvironmentPlan,
  type EnvironmentRule,
  observations,
  type Point,
  play,
  withEnvironment,
} from './play.ts'

/** The seed and the actions decide everything: no other instance and no earlier episode has a say. */
export const determinismRules: readonly EnvironmentRule[] = [
  {
    name: 'repeats an episode for the same seed and actions',
    mend: 'draw all random choices from a generator that reset seeds: no Math.random, no clock, no counter outside the episode, no order of a Set or of files that may differ',
    run: async (environment, plan) => {
      const wanted = await alone(plan, plan.seed)
      ensureSameList(await play(environment, plan.seed, plan.actions), wanted, 'points')
    },
  },
  {
    name: 'starts from the beginning when reset in mid-episode',
    mend: 'let reset make all of the episode anew, so that nothing written by step is left; the easiest way is one object that reset replaces',
    run: async (environment, plan) => {
      const half = plan.actions.slice(0, Math.ceil(plan.actions.length / 2))
      await play(environment, plan.otherSeed, half)
      await ensureAnew(environment, plan)
    },
  },
  {
    name: 'starts from the beginning when reset after an episode',
    mend: 'let reset make all of the episode anew, including what the end of the last episode set, such as a flag that it is over',
    run: async (environment, plan) => {
      await play(environment, plan.seed, plan.actions)
      await ensureAnew(environment, plan)
    },
  },
  {
    name: 'keeps instances apart',
    mend: 'keep the episode in the instance that open returns: no variable of the module, no static field, no object that two instances share',
    run: async (first, plan) => {
      const wanted = [await alone(plan, plan.seed), await alone(plan, plan.otherSeed)]
      const seen = await withEnvironment(plan, (second) => interleaved(first, second, plan))
      for (const [at, points] of seen.entries())
        ensureSameList(points, wanted[at] ?? [], 'points beside another instance')
    },
  },
]

async function alone(plan: EnvironmentPlan, seed: number): Promise<readonly Point[]> {
  return await withEnvironment(plan, (environment) => play(environment, seed, plan.actions))
}

async function ensureAnew(environment: Environment, plan: EnvironmentPlan): Promise<void> {
  const wanted = await alone(plan, plan.seed)
  ensureSameList(await play(environment, plan.seed, plan.actions), wanted, 'points after a reset')
}

async function interleaved(
  first: Environment,
  second: Environment,
  { seed, otherSeed, actions }: EnvironmentPlan,
): Promise<readonly (readonly Point[])[]> {
  const lanes = [
    { environment: first, points: [] as Point[], episode: observations(first, seed, actions) },
    { environment: second, points: [], episode: observations(second, otherSeed, actions) },
  ]
  for (let active = lanes; active.length > 0; ) {
    const unfinished: typeof lanes = []
    for (const lane of active) {
      const next = await lane.episode.next()
      if (next.done) continue
      const { text, done } = next.value
      lane.points.push({ text, done, outcome: await lane.environment.outcome() })
      unfinished.push(lane)
    }
    active = unfinished
  }
  return lanes.map(({ points }) => points)
}

/** Calls out of order are rejected, and an environment can be closed at any time. */
export const lifecycleRules: readonly EnvironmentRule[] = [
  {
    name: 'rejects a step before reset',
    mend: `throw new SkillStateError('environment-misuse', …) at the start of step if reset has not been called`,
    run: (environment, plan) => ensureMisuse(environment, plan, 'a step before reset'),
  },
  {
    name: 'rejects a step after the end',
    mend: `throw new SkillStateError('environment-misuse', …) at the start of step after an answer with done: true; if the actions of the suite do not reach the end, correct them or leave out reachesEnd`,
    run: async (environment, plan) => {
      const last = (await play(environment, plan.seed, plan.actions)).at(-1)
      const ended = last?.done === true
      ensure(ended || !plan.reachesEnd, 'the actions to reach the end, as promised', last)
      if (ended) await ensureMisuse(environment, plan, 'a step after the end')
    },
  },
  {
    name: 'does not reset when the signal is aborted',
    mend: 'begin reset with signal?.throwIfAborted()',
    run: async (environment, { seed }) => {
      const reset = async (): Promise<unknown> => environment.reset({ seed, signal: AbortSignal.abort() })
      await rejection(reset, 'reset with an aborted signal')
    },
  },
  {
    name: 'closes more than once',
    mend: 'let close free all resources, and do nothing the second time',
    run: async (environment, { seed }) => {
      await environment.reset({ seed })
      await close(environment)
      await close(environment)
    },
  },
]

async function ensureMisuse(
  environment: Environment,
  { actions: [action = ''] }: EnvironmentPlan,
  what: string,
): Promise<void> {
  const error = await rejection(async () => environment.step(action), what)
  ensureCode(error, 'environment-misuse', what)
}
