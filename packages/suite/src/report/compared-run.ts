import { realpathSync } from 'node:fs'
import { readRunFolder, readTraces } from '@skill-state/eval'
import { type ComparedRun, conditionDifferences } from '@skill-state/eval/compare'
import { invalidOption, type JsonObject } from '@skill-state/protocol'
import { type Conditions, readConditions } from '../plan/conditions.ts'
import { figuresOf } from './run-report.ts'

/** A run as it is compared, with all of its conditions. */
export interface ReadRun extends ComparedRun {
  readonly settings: Conditions
}

/** Reads the run in a folder. Throws `invalid-run` and `invalid-trace`. */
export function readComparedRun(directory: string): ReadRun {
  const folder = readRunFolder(directory)
  const settings = readConditions(folder)
  const figures = Array.from(readTraces(folder), (trace) => figuresOf(trace, settings))
  const episodes = figures.filter((each) => each !== undefined)
  return { name: directory, episodes, settings, conditions: folder.conditions }
}

/**
 * How much was run, which can change no figure of a task that two runs share; skills and runtimes, which count if
 * both runs have them; and what a model was held to, which follows from them and the model.
 */
const NOT_ALONE: ReadonlySet<string> = new Set([
  'experiment',
  'benchmark',
  'series',
  'runtimes',
  'answers',
  'seeds',
  'selection',
  'episodes',
])

/** Leaves each run the conditions that could change a figure of a task which both have. */
export function shareConditions(a: ReadRun, b: ReadRun): readonly [ReadRun, ReadRun] {
  const besides = (own: ReadRun, other: ReadRun): ReadRun => ({
    ...own,
    conditions: {
      ...pick(own.conditions, (name) => !NOT_ALONE.has(name)),
      skill: shared(skillsOf(own.settings), skillsOf(other.settings)),
      runtime: shared(runtimesOf(own.settings), runtimesOf(other.settings)),
    },
  })
  return [besides(a, b), besides(b, a)]
}

/** Throws `invalid-option` if the second run does not repeat the first, and names what differs. */
export function requireRepetition(a: ReadRun, b: ReadRun): void {
  if (realpathSync(a.name) === realpathSync(b.name)) {
    throw invalidOption(`${b.name} is the same run as ${a.name}: a repetition is a run of its own`)
  }
  const [first, second] = shareConditions(a, b)
  const [difference] = conditionDifferences(first.conditions, second.conditions)
  if (difference === undefined) return
  throw invalidOption(
    `${b.name} is no repetition of ${a.name}: ${difference.lines[0]}; see bench compare ${a.name} ${b.name}`,
  )
}

function skillsOf({ series }: Conditions): JsonObject {
  return Object.fromEntries(series.map(({ benchmark: { id, ...skill } }) => [id, skill]))
}

function runtimesOf({ runtimes }: Conditions): JsonObject {
  return Object.fromEntries(runtimes.map(({ id, options }) => [id, options]))
}

function shared(own: JsonObject, other: JsonObject): JsonObject {
  return pick(own, (name) => Object.hasOwn(other, name))
}

function pick(object: JsonObject, wanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => wanted(name)))
}
