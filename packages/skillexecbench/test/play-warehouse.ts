import type { Environment } from '@skill-state/protocol'
import { warehouseBenchmark } from '../src/warehouse/benchmark.ts'
import type { WarehouseVariant } from '../src/warehouse/options.ts'
import { type Act, type Memory, type Played, play as playEpisode, taskOf } from './play.ts'

export interface Game {
  readonly variant: WarehouseVariant
  readonly horizon: number
  readonly seed: number
  readonly context?: Memory
  readonly act?: Act
}

/** Opens the one task of a variant. */
export function openTask({ variant, horizon, seed }: Game): Environment {
  const benchmark = warehouseBenchmark(variant)
  return benchmark.open(taskOf(benchmark, horizon, seed))
}

/** Lets the player play an episode from what a runtime would show it, by default the state. */
export function play(game: Game): Promise<Played> {
  const { variant, seed, context = 'state', act } = game
  return playEpisode(openTask(game), warehouseBenchmark(variant), seed, context, act)
}
