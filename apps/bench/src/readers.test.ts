import { promptLayouts } from '@skill-state/baselines'
import { reference } from '@skill-state/models'
import {
  type Benchmark,
  isJsonObject,
  type JsonObject,
  type Player,
  type PromptView,
} from '@skill-state/protocol'
import { delayedBenchmark, repository, retraction, warehouse, warehouse2 } from '@skill-state/skillexecbench'
import { describe, expect, test } from 'vitest'
import { play, taskOf } from '../test/play.ts'

const benchmarks: readonly Benchmark[] = [
  warehouse,
  warehouse2,
  repository,
  retraction,
  delayedBenchmark({ distance: 5, field: 'named' }),
]

/** The contexts in which the prompt tells every fact: there the reference reader claims to be perfect. */
const full = ['prompt', 'memory', 'stateful', 'skill-state', 'skill-state-operations']

async function score(benchmark: Benchmark, runtime: string, player: Player): Promise<number> {
  const { trace } = await play(benchmark, taskOf(benchmark, 40), runtime, reference(player, promptLayouts))
  return trace.end.outcome?.reward ?? Number.NaN
}

function playerOf({ id, player }: Benchmark): Player {
  if (player === undefined) throw new Error(`${id} has a player`)
  return player
}

/** The player, shown something else than the prompt shows. */
function shown(benchmark: Benchmark, change: (view: PromptView) => PromptView): Player {
  const player = playerOf(benchmark)
  return { ...player, decide: (view) => player.decide(change(view)) }
}

function mapState(
  state: JsonObject | undefined,
  map: (entries: [string, unknown][]) => unknown,
): JsonObject | undefined {
  if (state === undefined) return undefined
  const fields = Object.entries(state).map(([key, value]) => [
    key,
    isJsonObject(value) ? map(Object.entries(value)) : value,
  ])
  return Object.fromEntries(fields) as JsonObject
}

const firstLine = (text: string): string => text.slice(text.indexOf('\n') + 1)

/** Ways to play that a reviewer may try. */
const policies: Readonly<Record<string, (benchmark: Benchmark) => Player>> = {
  'does nothing': () => ({ decide: () => ({ reasoning: '', action: 'Wait' }), summarise: () => 'x' }),
  'guesses what it does not know': (b) => ({ ...playerOf(b), ...(b.adversary ?? b.player) }),
  'goes by names alone': (b) => ({ ...playerOf(b), ...(b.floor ?? b.player) }),
  'reads the newest observation alone': (b) =>
    shown(b, ({ instructions, observation }) => ({ instructions, observation, history: [] })),
  'reads the transcript alone': (b) => shown(b, ({ state: _, summary: __, ...view }) => view),
  'reads the state alone': (b) => shown(b, (view) => ({ ...view, history: [] })),
  'reads three turns': (b) => shown(b, (view) => ({ ...view, history: view.history.slice(-3) })),
  'ignores results': (b) =>
    shown(b, (view) => ({
      ...view,
      history: view.history.map((turn) => ({ ...turn, observation: firstLine(turn.observation) })),
    })),
  'forgets the newest half of the state': (b) =>
    shown(b, (view) => ({
      ...view,
      state: mapState(view.state, (all) => Object.fromEntries(all.slice(0, all.length / 2))),
    })),
  'reads the transcript backwards': (b) =>
    shown(b, (view) => ({ ...view, history: view.history.toReversed() })),
  'never writes the state': (b) => ({
    ...playerOf(b),
    decide: (view) => ({ ...playerOf(b).decide(view), patch: {} }),
  }),
  'swaps two values of the state': (b) =>
    shown(b, (view) => ({
      ...view,
      state: mapState(view.state, (all) =>
        Object.fromEntries(all.map(([key], index) => [key, all.at(index - 1)?.[1]])),
      ),
    })),
}

describe.each(benchmarks.map((benchmark) => [benchmark.id, benchmark] as const))('%s', (_, benchmark) => {
  test('the reference is perfect if the prompt tells every fact, in any encoding, and no policy beats it', async () => {
    for (const runtime of full) {
      const best = await score(benchmark, runtime, playerOf(benchmark))
      expect([runtime, best]).toEqual([runtime, 1])
      for (const policy of Object.values(policies)) {
        expect(await score(benchmark, runtime, policy(benchmark))).toBeLessThanOrEqual(best)
      }
    }
  })
})

test('the policies differ: most score less in some context', async () => {
  const lost = []
  for (const [name, policy] of Object.entries(policies)) {
    const scores = await Promise.all(full.map((runtime) => score(warehouse2, runtime, policy(warehouse2))))
    if (Math.min(...scores) < 1) lost.push(name)
  }
  expect(lost.length).toBeGreaterThanOrEqual(10)
})
