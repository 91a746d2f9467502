import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import { findPackage } from './_find-package.ts'

/** The series in which an environment is run that brings no suite of its own. */
const USUAL = 'scaling'

const SUITE_FILE = 'suite.yaml'

/** What `bench run` is given. */
interface Given {
  /** A package, as a benchmark is named. */
  readonly env?: string | undefined
  /** A command that speaks docs/wire.md. */
  readonly environment?: string | undefined
  readonly benchmark?: string | undefined
}

/** What to run, by its name, and with which options. */
interface NamedRun<T> {
  readonly name: string
  readonly options: Omit<T, 'env' | 'environment'>
}

/**
 * What `bench run` runs. With an experiment, `env` is the benchmark in it; without one, the suite file in the folder of
 * the package, and if it has none, the usual series. Throws `invalid-option`.
 */
export function nameRun<T extends Given>(experiment: string | undefined, given: T): NamedRun<T> {
  const { env: named, environment, ...options } = given
  const env = named ?? environment
  if (env === undefined) {
    if (experiment !== undefined) return { name: experiment, options }
    throw invalidOption(
      "missing required argument 'experiment'; or name a package by --env; see bench --help",
    )
  }
  const { benchmark } = given
  const [first, second] = Object.entries({ env: named, environment, benchmark }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  )
  if (second !== undefined) throw invalidOption(`${first}: ${second} says the same; leave one out`)
  const suite = experiment === undefined ? suiteOf(env) : undefined
  if (suite !== undefined) return { name: suite, options }
  return { name: experiment ?? USUAL, options: { ...options, benchmark: env } }
}

/** The suite file of a package, as seen from here; undefined if it has none. */
function suiteOf(env: string): string | undefined {
  const folder = findPackage(env, process.cwd())
  const file = folder === undefined ? undefined : join(folder, SUITE_FILE)
  return file !== undefined && existsSync(file) ? relative(process.cwd(), file) : undefined
}
