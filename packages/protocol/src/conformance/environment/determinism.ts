import { ensureSameList } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'
import { type EnvironmentPlan, observations, type Point, play, withEnvironment } from './play.ts'

/** The seed and the actions decide everything: no other instance and no earlier episode has a say. */
export function determinismRules(plan: EnvironmentPlan): readonly Rule[] {
  return [
    {
      name: 'repeats an episode for the same seed and actions',
      mend: 'draw all random choices from a generator that reset seeds: no Math.random, no clock, no counter outside the episode, no order of a Set or of files that may differ',
      run: async () => ensureSameList(await alone(plan, plan.seed), await alone(plan, plan.seed), 'points'),
    },
    {
      name: 'starts from the beginning when reset in mid-episode',
      mend: 'let reset make all of the episode anew, so that nothing written by step is left; the easiest way is one object that reset replaces',
      run: async () => {
        const wanted = await alone(plan, plan.seed)
        await withEnvironment(plan, async (environment) => {
          const half = plan.actions.slice(0, Math.ceil(plan.actions.length / 2))
          await play(environment, plan.otherSeed, half)
          ensureSameList(await play(environment, plan.seed, plan.actions), wanted, 'points after a reset')
        })
      },
    },
    {
      name: 'starts from the beginning when reset after an episode',
      mend: 'let reset make all of the episode anew, including what the end of the last episode set, such as a flag that it is over',
      run: async () => {
        const wanted = await alone(plan, plan.seed)
        await withEnvironment(plan, async (environment) => {
          await play(environment, plan.seed, plan.actions)
          ensureSameList(await play(environment, plan.seed, plan.actions), wanted, 'points after a reset')
        })
      },
    },
    {
      name: 'keeps instances apart',
      mend: 'keep the episode in the instance that open returns: no variable of the module, no static field, no object that two instances share',
      run: async () => {
        const wanted = [await alone(plan, plan.seed), await alone(plan, plan.otherSeed)]
        const seen = await interleaved(plan)
        ensureSameList(seen[0], wanted[0] ?? [], 'points beside another instance')
        ensureSameList(seen[1], wanted[1] ?? [], 'points beside another instance')
      },
    },
  ]
}

async function alone(plan: EnvironmentPlan, seed: number): Promise<readonly Point[]> {
  let points: readonly Point[] = []
  await withEnvironment(plan, async (environment) => {
    points = await play(environment, seed, plan.actions)
  })
  return points
}

async function interleaved(plan: EnvironmentPlan): Promise<readonly [Point[], Point[]]> {
  const points: readonly [Point[], Point[]] = [[], []]
  await withEnvironment(plan, (first) =>
    withEnvironment(plan, async (second) => {
      const lanes = [
        { environment: first, points: points[0], episode: observations(first, plan.seed, plan.actions) },
        {
          environment: second,
          points: points[1],
          episode: observations(second, plan.otherSeed, plan.actions),
        },
      ]
      let active = lanes
      while (active.length > 0) {
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
    }),
  )
  return points
}
