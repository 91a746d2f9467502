import { type Column, columns, recovered, recoverySteps } from '@skill-state/eval'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Presentation } from '../experiments/experiment.ts'
import { families } from '../experiments/index.ts'

/** What a run of a suite has in the place of an experiment's name. */
export const SUITE = 'suite'

/** What is shown of a suite's run, with the options on record; a column without a figure is left out. */
export function presentSuite({ title, suite, benchmarks }: JsonObject): Presentation {
  const presented = listOf(benchmarks).flatMap(presentBenchmark)
  const all = [...columns, recovered, recoverySteps, ...presented.flatMap((each) => each.columns)]
  return {
    id: SUITE,
    title: [title, suite].find((each) => typeof each === 'string') ?? SUITE,
    columns: [...new Map(all.map((column): [string, Column] => [column.id, column])).values()],
    source: [...presented.map(({ source }) => source), 'No figures are published for this suite.'].join(' '),
    published: () => undefined,
  }
}

/** A benchmark that a family made is shown as the family shows it. */
function presentBenchmark(benchmark: JsonValue): Presentation[] {
  if (!isJsonObject(benchmark) || !isJsonObject(benchmark.options)) return []
  const family = families.find(({ id }) => id === benchmark.name)
  return family === undefined ? [] : [family.present(benchmark.options)]
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}
