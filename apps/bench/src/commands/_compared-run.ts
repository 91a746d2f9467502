import {
  type ComparedRun,
  conditionDifferences,
  type EpisodeFigures,
  readRunFolder,
  readTraces,
  type Split,
  splits,
} from '@skill-state/eval'
import type { JsonObject } from '@skill-state/protocol'
import { type Conditions, readConditions } from '../conditions.ts'
import { list } from '../options.ts'
import { figuresOf } from '../run-report.ts'
import { UsageError } from '../usage-error.ts'

/** A run as it is compared, and its conditions. */
export interface ReadRun extends ComparedRun {
  readonly settings: Conditions
}

/** Reads the run in a folder. Throws `invalid-run` and `invalid-trace`. */
export function readComparedRun(directory: string): ReadRun {
  const folder = readRunFolder(directory)
  const settings = readConditions(folder)
  const figures = Array.from(readTraces(folder), (trace) => figuresOf(trace, settings))
  const episodes = figures.filter((each): each is EpisodeFigures => each !== undefined)
  return { name: directory, episodes, settings, conditions: {} }
}

/**
 * Gives each run the conditions that could change a figure of both: how much was run is none of them, nor are
 * benchmarks and runtimes that only one of the runs has.
 */
export function withConditions(a: ReadRun, b: ReadRun): readonly [ReadRun, ReadRun] {
  const [first, second] = [relevant(a.settings), relevant(b.settings)]
  const shared = (of: 'skills' | 'runtimes', name: string): boolean =>
    Object.hasOwn(first[of], name) && Object.hasOwn(second[of], name)
  const conditionsOf = ({ skills, runtimes, rest }: Relevant): JsonObject => ({
    ...rest,
    skill: pick(skills, (name) => shared('skills', name)),
    runtime: pick(runtimes, (name) => shared('runtimes', name)),
  })
  return [
    { ...a, conditions: conditionsOf(first) },
    { ...b, conditions: conditionsOf(second) },
  ]
}

interface Relevant {
  readonly skills: JsonObject
  readonly runtimes: JsonObject
  readonly rest: JsonObject
}

/** What a model was held to follows from model, benchmark and runtime. */
function relevant(settings: Conditions): Relevant {
  const { experiment, benchmark, series, runtimes, answers, seeds, episodes, ...rest } = settings
  return {
    skills: Object.fromEntries(series.map(({ benchmark: { id, ...skill } }) => [id, skill])),
    runtimes: Object.fromEntries(runtimes.map(({ id, options }) => [id, options])),
    rest: JSON.parse(JSON.stringify(rest)),
  }
}

function pick(object: JsonObject, wanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => wanted(name)))
}

/** Throws `UsageError` that names what differs. */
export function requireSameConditions(a: ReadRun, b: ReadRun, what: string): void {
  const [first, second] = withConditions(a, b)
  const [difference] = conditionDifferences(first.conditions, second.conditions)
  if (difference === undefined) return
  throw new UsageError(
    `${what} is no repetition of ${a.name}: ${difference.lines[0]}; see bench compare ${a.name} ${b.name}`,
  )
}

/** Reads `--by`. */
export function readSplits(text: string | undefined): readonly Split[] {
  if (text === undefined) return []
  return list('--by', text, (_, entry) => {
    const found = splits.find((split) => split === entry)
    if (found === undefined) throw new UsageError(`--by: unknown "${entry}"; known: ${splits.join(', ')}`)
    return found
  })
}
