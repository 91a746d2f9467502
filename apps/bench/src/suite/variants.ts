import type { Benchmark, JsonObject } from '@skill-state/protocol'
import { createDelayed, createRepository, createWarehouse } from '@skill-state/skillexecbench'
import { UsageError } from '../usage-error.ts'
import type { SuiteBenchmark, VariantKey } from './schema.ts'

type Options = Pick<SuiteBenchmark, VariantKey>

/** A benchmark of the registry that a suite can have in other forms, as the experiments do. */
interface VariedBenchmark {
  readonly keys: readonly VariantKey[]
  /** Throws `invalid-option`, and `UsageError` for what this benchmark does not have. */
  readonly create: (options: Options) => Benchmark
}

const varied: Readonly<Record<string, VariedBenchmark>> = {
  warehouse: { keys: ['shelves', 'load', 'scenario', 'noise'], create: createWarehouse },
  repository: {
    keys: ['scenario', 'noise'],
    create: ({ scenario, noise }) => {
      if (scenario === 'D') throw new UsageError('--scenario: the repository has A, B and C, not D')
      return createRepository({ ...(scenario && { scenario }), ...(noise && { noise }) })
    },
  },
  delayed: {
    keys: ['distance', 'field', 'notesLimit'],
    create: ({ distance = 20, field = 'named', notesLimit }) =>
      createDelayed({ distance, field, ...(notesLimit !== undefined && { notesLimit }) }),
  },
}

/** The keys with which an entry of this name asks for another form. */
export function keysOfVariant(name: string): readonly VariantKey[] {
  return Object.hasOwn(varied, name) ? (varied[name]?.keys ?? []) : []
}

/** The benchmark in the form that an entry asks for, and what it asks; undefined where it asks for none. */
export function openVariant(
  entry: SuiteBenchmark,
): { readonly benchmark: Benchmark; readonly options: JsonObject } | undefined {
  const given = keysOfVariant(entry.name).flatMap((key) => {
    const value = entry[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  if (given.length === 0) return undefined
  const options = Object.fromEntries(given)
  const benchmark = varied[entry.name]?.create(options)
  return benchmark && { benchmark, options: JSON.parse(JSON.stringify(options)) as JsonObject }
}
