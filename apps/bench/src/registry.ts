import { prompt } from '@skill-state/baselines'
import { runSkill } from '@skill-state/core'
import { o200k, reference } from '@skill-state/models'
import type { Benchmark, Model, Runtime, Tokenizer } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import type { Experiment } from './experiments/experiment.ts'
import { scaling } from './experiments/scaling.ts'
import { UsageError } from './usage-error.ts'

/** Everything that can be named on the command line. To add one, add its line here. */
export const benchmarks: Readonly<Record<string, Benchmark>> = { warehouse }

export const runtimes: Readonly<Record<string, Runtime>> = { prompt, 'skill-state': runSkill }

export const models: Readonly<Record<string, (benchmark: Benchmark) => Model>> = {
  reference: ({ id, player }) => {
    if (player === undefined)
      throw new UsageError(`benchmark ${id} has no player, which model reference needs`)
    return reference(player)
  },
}

export const experiments: Readonly<Record<string, Experiment>> = { scaling }

/** Estimates token counts where a model reports none. */
export const tokenizer: Tokenizer = o200k

/** Looks a name up, or says which names there are. */
export function find<T>(kind: string, table: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined
  if (found === undefined) {
    throw new UsageError(`unknown ${kind} "${name}"; known: ${Object.keys(table).join(', ')}`)
  }
  return found
}
