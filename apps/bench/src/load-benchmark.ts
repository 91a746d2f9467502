import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Benchmark } from '@skill-state/protocol'
import { benchmarks, find } from './registry.ts'
import { UsageError } from './usage-error.ts'

/** A benchmark by its registered name, or by the path of a module whose default export is one. */
export async function loadBenchmark(name: string): Promise<Benchmark> {
  if (!/^\.{0,2}\//.test(name)) return find('benchmark', benchmarks, name)
  const file = resolve(name)
  if (!existsSync(file)) throw new UsageError(`unknown benchmark "${name}"; there is no such file`)
  let loaded: { default?: unknown }
  try {
    loaded = await import(pathToFileURL(file).href)
  } catch (error) {
    throw new UsageError(
      `benchmark ${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (!isBenchmark(loaded.default)) {
    throw new UsageError(`${name} exports no benchmark by default: it needs id, skill, tasks and open`)
  }
  return loaded.default
}

function isBenchmark(value: unknown): value is Benchmark {
  const { id, skill, tasks, open } = (value ?? {}) as Partial<Record<keyof Benchmark, unknown>>
  return (
    typeof id === 'string' &&
    typeof skill === 'object' &&
    typeof tasks === 'function' &&
    typeof open === 'function'
  )
}
