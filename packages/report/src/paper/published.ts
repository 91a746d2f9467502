import type { Column } from '@skill-state/eval'
import type { PublishedRecord } from '../audit/published-record.ts'
import { publicTasks } from '../audit/whole-counts.ts'
import type { Cell } from '../build/cells.ts'
import type { Published, PublishedFigure } from '../build/published.ts'
import figures from './published-figures.json' with { type: 'json' }

export const publishedFigures: readonly PublishedRecord[] = figures

const named = ['score', 'promptChars', 'totalTokens'] as const

/** The figures that a table of the paper, named by its LaTeX label, gives for a cell. */
export function publishedIn(label: string): (cell: Cell) => Published | undefined {
  const table = publishedFigures.filter((row) => row.label === label)
  return (cell) => {
    const found = table.find((row) => describes(row, cell))
    if (found === undefined) return undefined
    if (found.passRate !== undefined) return publicFigures(found)
    return Object.fromEntries([...namedFigures(found), ...recoveryFigures(found)])
  }
}

function describes(row: PublishedRecord, { benchmark, variant, horizon, runtime }: Cell): boolean {
  return (
    `${row.environment}@1` === benchmark &&
    variantOf(row) === variant &&
    // The recovery tables give no horizon.
    (row.horizon === undefined || row.horizon === horizon) &&
    (row.runtimes ?? [row.runtime]).includes(runtime)
  )
}

/** As the benchmarks name the variant of their tasks. */
function variantOf({ noise, scenario }: PublishedRecord): string | undefined {
  if (scenario !== undefined) return `scenario-${scenario}`
  return noise === undefined || noise === 0 ? undefined : `noise-${noise}`
}

function namedFigures(row: PublishedRecord): [string, PublishedFigure][] {
  return named.flatMap((id): [string, PublishedFigure][] => {
    const [mean, sd] = [row[id], row[`${id}Sd`]]
    return mean === undefined ? [] : [[id, { mean, sd }]]
  })
}

/**
 * The public benchmarks. Their token figures are far above what one task can take at the printed prompt size, so they
 * are read as sums over the tasks.
 */
function publicFigures({ environment, passRate, promptAvg, totalTokens }: PublishedRecord): Published {
  const tasks = publicTasks[environment]
  const figures = [
    ['score', passRate],
    [publishedPrompt.id, promptAvg],
    ['totalTokens', tasks === undefined || totalTokens === undefined ? undefined : totalTokens / tasks],
  ] as const
  return Object.fromEntries(figures.flatMap(([id, mean]) => (mean === undefined ? [] : [[id, { mean }]])))
}

/** The paper's column, which names no unit: nothing of ours is put beside it. */
export const publishedPrompt: Column = {
  id: 'publishedPrompt',
  title: 'Prompt, no unit given',
  decimals: 0,
  of: () => undefined,
}

export const PUBLIC_SOURCE =
  'Columns headed "paper": SKILL.state, Experiment 4, Gemini-3-Flash, as published: one rate for each runtime, without spread. The paper names neither trials nor limits of steps, and the tokens are read as a sum over all tasks. Figures compare only for the same model, tasks and user.'

/** Success as a rate, and the recovery steps, which are consecutive turns, as printed: a number, or a range such as `5-8`. */
function recoveryFigures({ success, recoverySteps }: PublishedRecord): [string, PublishedFigure][] {
  if (success === undefined) return []
  const [low = Number.NaN, high = low] = (recoverySteps ?? '').split('-').map(Number)
  const turns = low === high ? { mean: low } : { low, high }
  return [
    ['recovered', { mean: success ? 1 : 0 }],
    ...(Number.isNaN(low) ? [] : [['recoveryTurns', turns] as [string, PublishedFigure]]),
  ]
}
