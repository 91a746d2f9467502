import {
  type Environment,
  isJsonObject,
  type JsonValue,
  type Outcome,
  type Turn,
} from '@skill-state/protocol'
import { createWarehouse } from '../src/warehouse/benchmark.ts'
import type { WarehouseVariant } from '../src/warehouse/variant.ts'

/** What a runtime carries: the state, all turns, or a summary of all but the last turns. */
export type Context = 'state' | 'history' | { readonly window: number; readonly maxChars?: number }

export interface Played {
  readonly outcome: Outcome
  /** O_0, then each answer. */
  readonly observations: readonly string[]
  readonly actions: readonly string[]
  /** What the prompt carried beside the newest observation, in its greatest extent. */
  readonly longestSummary: number
}

export interface Game {
  readonly variant: WarehouseVariant
  readonly horizon: number
  readonly seed: number
  readonly context?: Context
  /** Acts in the player's place; it is shown what the player would do, and the observations so far. */
  readonly act?: (action: string, observations: readonly string[]) => string
}

/** Opens the one task of a variant. */
export function openTask({ variant, horizon, seed }: Game): Environment {
  const benchmark = createWarehouse(variant)
  const [task] = benchmark.tasks({ seeds: [seed], horizons: [horizon] })
  if (task === undefined) throw new Error('a benchmark gives a task for a seed and a horizon')
  return benchmark.open(task)
}

/** Lets the player play an episode from what a runtime would show it. */
export async function play(game: Game): Promise<Played> {
  const { context = 'state', act = (action) => action } = game
  const { player } = createWarehouse(game.variant)
  if (player?.summarise === undefined) throw new Error('the warehouse has a player that summarises')
  const environment = openTask(game)
  const inventory: Record<string, JsonValue> = {}
  let turns: Turn[] = []
  let summary = ''
  let longestSummary = 0
  const observations = [(await environment.reset({ seed: game.seed })).text]
  const actions: string[] = []
  for (let done = false; !done; ) {
    const observation = observations.at(-1) ?? ''
    const decision = player.decide({
      instructions: '',
      observation,
      history: context === 'state' ? [] : turns,
      ...(context === 'state' && { state: { inventory: { ...inventory } } }),
      ...(typeof context === 'object' && { summary }),
    })
    const placed = isJsonObject(decision.patch?.inventory) ? decision.patch.inventory : {}
    for (const [shelf, item] of Object.entries(placed)) {
      if (item === null) delete inventory[shelf]
      else inventory[shelf] = item
    }
    const action = typeof decision.action === 'string' ? decision.action : JSON.stringify(decision.action)
    turns.push({ observation, response: `${decision.reasoning}\nAction: ${action}` })
    if (typeof context === 'object' && turns.length > context.window) {
      const { window, ...limit } = context
      summary = player.summarise({ instructions: '', summary, turns: turns.slice(0, -window), ...limit })
      longestSummary = Math.max(longestSummary, summary.length)
      turns = turns.slice(-window)
    }
    const executed = act(action, observations)
    actions.push(executed)
    const result = await environment.step(executed)
    observations.push(result.text)
    done = result.done
  }
  return { outcome: await environment.outcome(), observations, actions, longestSummary }
}
