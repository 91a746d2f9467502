import { existsSync } from 'node:fs'
import {
  type Benchmark,
  invalidOption,
  type JsonObject,
  type Model,
  type SkillStateError,
} from '@skill-state/protocol'
import { defineFamily, type ExperimentFamily, type Presentation } from '@skill-state/suite'
import type { z } from 'zod'
import { primary } from '../runtimes.ts'

/** A benchmark over data of others, and what of it is part of a run's conditions. */
interface Opened {
  readonly benchmark: Benchmark
  readonly options: JsonObject
}

/** The family of one benchmark over data of others, played by the primary runtimes. */
export function officialFamily<S extends z.ZodRawShape>({
  open,
  ...family
}: Pick<ExperimentFamily, 'id' | 'title' | 'ownData' | 'present'> & {
  readonly options: S
  readonly open: (
    options: Readonly<z.infer<z.ZodObject<S>>>,
    findModel: (name: string) => Promise<Model>,
  ) => Promise<Opened>
}): ExperimentFamily {
  return defineFamily({
    ...family,
    async create(given, findModel) {
      const { benchmark, options } = await open(given, findModel)
      const series = [{ benchmark, runtimes: primary, horizons: [] }]
      return { ...family.present(options), options, series, seeds: 1 }
    },
  })
}

/** The chosen tasks, in their order. Throws `invalid-option` for one that the domain, which `name` shows, does not have. */
export function officialTasks<T, K extends string | number>(
  tasks: readonly T[],
  chosen: readonly K[],
  keyOf: (task: T) => K,
  name: string,
): readonly T[] {
  const known = new Set(tasks.map(keyOf))
  const missing = chosen.find((key) => !known.has(key))
  if (missing !== undefined) throw refused('tasks', `${name} has no task ${missing}`)
  return tasks.filter((task) => chosen.includes(keyOf(task)))
}

/** The folder that the option `data` or an environment variable names, or the word for data of our own. */
export function officialFolder(
  data: string | undefined,
  variable: string,
  advice: string,
  word?: string,
): string {
  const folder = data ?? process.env[variable]
  if (folder === undefined || folder === '') throw refused('data', advice)
  if (folder === word || existsSync(folder)) return folder
  throw refused('data', `there is no folder ${folder}: ${advice}`)
}

export function officialName<const T extends string>(domains: readonly T[], given: string | undefined): T {
  const names = domains.join(', ')
  if (given === undefined) throw refused('domain', `say one of ${names}`)
  const found = domains.find((domain) => domain === given)
  if (found === undefined) throw refused('domain', `"${given}" is not one of ${names}`)
  return found
}

export function refused(option: string, reason: string): SkillStateError {
  return invalidOption(`${option}: ${reason}`)
}

const SCRIPTED_USER =
  'The user is scripted: its lines mean something to the reference reader alone, which holds the ground truth as its plan, an upper bound and no agent.'

/** What a report says below its figures: how an agent that does nothing scores, who the user was, and more. */
export function sourceText(
  nothing: string | undefined,
  user: string | undefined,
  ...more: readonly string[]
): Presentation['source'] {
  const idle = nothing === undefined ? [] : [`An agent that does nothing scores ${nothing}.`]
  return [...idle, user ?? SCRIPTED_USER, ...more].filter(Boolean).join(' ')
}
