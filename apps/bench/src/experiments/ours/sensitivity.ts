import { columns } from '@skill-state/report'
import { warehouse, warehouse2 } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { seriesOf } from '../runtimes.ts'

/** From less than SKILL.state's prompt to more than the whole transcript; a summary needs no more than the first few. */
const BUDGETS = [1_100, 1_800, 2_400, 3_600, 7_200, 36_000]
const SUMMARY_BUDGETS = BUDGETS.slice(0, 3)

const WINDOWS = [0, 3, 10]
const CADENCES = [1, 3, 10]

const sized = (runtime: string, budgets: readonly number[]): string[] => [
  `${runtime}:budget=match`,
  ...budgets.map((chars) => `${runtime}:maxPromptChars=${chars}`),
]
const memories = WINDOWS.flatMap((window) =>
  CADENCES.map((cadence) => `memory:window=${window}:cadence=${cadence}`),
)

const runtimes = [
  'memoryless',
  ...sized('truncated', BUDGETS),
  ...sized('summary-capped', SUMMARY_BUDGETS),
  ...memories,
  'skill-state',
]

/** How far the controls' figures depend on the sizes that were chosen for them. */
export const sensitivity: Experiment = {
  id: 'sensitivity',
  title: 'Sensitivity: budgets, windows and cadences of the controls',
  series: seriesOf([warehouse, warehouse2], runtimes, [100]),
  seeds: 3,
  columns,
  source: 'Beyond the paper, whose controls have 1,800 characters.',
}
