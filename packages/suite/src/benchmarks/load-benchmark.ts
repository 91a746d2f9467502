import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Benchmark, invalidOption, reasonOf } from '@skill-state/protocol'
import { findRecord, type Registry } from '../registry.ts'
import { commandBenchmark } from '../wire/command-benchmark.ts'
import { isCommand } from '../wire/command-process.ts'
import { entryOf, findPackage, isPath } from './_find-package.ts'

/**
 * A benchmark by its registered name, or the default export of a module or package: the module by its path, the package
 * by the path of its folder or, if it is installed, by its name; or a command, whose program speaks docs/wire.md. Paths and
 * installed packages are as seen `from` a folder. Throws `invalid-option`.
 */
export async function loadBenchmark(
  { benchmarks, foreign }: Pick<Registry, 'benchmarks' | 'foreign'>,
  name: string,
  from: string = process.cwd(),
): Promise<Benchmark> {
  if (Object.hasOwn(benchmarks, name)) return findRecord('benchmark', benchmarks, name)
  if (foreign !== undefined && isCommand(name)) {
    const program = await commandBenchmark(name, from)
    foreign.add(program)
    return program
  }
  const file = findModule(Object.keys(benchmarks), name, from)
  let loaded: { default?: unknown }
  try {
    loaded = await import(pathToFileURL(file).href)
  } catch (error) {
    throw invalidOption(`benchmark ${name} cannot be loaded: ${reasonOf(error)}`)
  }
  if (!isBenchmark(loaded.default)) {
    throw invalidOption(`${name} exports no benchmark by default: it needs id, skill, tasks and open`)
  }
  foreign?.add(loaded.default)
  return loaded.default
}

function findModule(known: readonly string[], name: string, from: string): string {
  const folder = findPackage(name, from)
  if (folder !== undefined) return entryOf(folder, name)
  if (!isPath(name)) {
    throw invalidOption(
      `unknown benchmark "${name}"; known: ${known.join(', ')}, packages that are installed, and paths, which begin with ./`,
    )
  }
  const file = resolve(from, name)
  if (existsSync(file)) return file
  throw invalidOption(`unknown benchmark "${name}"; there is no such file`)
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
