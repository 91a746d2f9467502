import type { Column } from '@skill-state/eval'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { column, columns } from '@skill-state/report'
import type { Presentation } from '../experiment.ts'
import { findRecord, type Registry } from '../registry.ts'

/** What a run of a suite has in the place of an experiment's name. */
export const SUITE = 'suite'

/** What is shown of a suite's run, with the options on record; a column without a figure is left out. */
export function presentSuite(
  registry: Pick<Registry, 'families'>,
  { title, suite, benchmarks }: JsonObject,
): Presentation {
  const presented = listOf(benchmarks).flatMap((each) => presentBenchmark(registry, each))
  const all = [
    ...columns,
    column.recovered,
    column.recoveryTurns,
    column.recoverySteps,
    ...presented.flatMap((each) => each.columns),
  ]
  return {
    id: SUITE,
    title: [title, suite].find((each) => typeof each === 'string') ?? SUITE,
    columns: [...new Map(all.map((column): [string, Column] => [column.id, column])).values()],
    source: [...presented.map(({ source }) => source), 'No figures are published for this suite.'].join(' '),
  }
}

/** A benchmark that a family made is shown as the family shows it. */
function presentBenchmark({ families }: Pick<Registry, 'families'>, benchmark: JsonValue): Presentation[] {
  if (!isJsonObject(benchmark) || !isJsonObject(benchmark.options)) return []
  const family = Object.values(families).find(({ id }) => id === benchmark.name)
  return family === undefined ? [] : [family.present(benchmark.options)]
}

/** What is shown of an experiment, whether a family made it or not. */
export function findPresentation(
  registry: Pick<Registry, 'experiments' | 'families'>,
  name: string,
  options: JsonObject = {},
): Presentation {
  const { experiments, families } = registry
  if (name === SUITE) return presentSuite(registry, options)
  const family = Object.hasOwn(families, name) ? families[name] : undefined
  return family === undefined
    ? findRecord('experiment', { ...experiments, [SUITE]: presentSuite(registry, options) }, name)
    : family.present(options)
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : [])
