import type { PromptSizes } from './measure-prompts.ts'

/** What the prompts of one runtime came to, over several runs. */
export interface PromptRow {
  readonly runtime: string
  /** Of the prompts of all steps, in Unicode code points. */
  readonly mean: number
  readonly max: number
  /** Mean of the last prompts of the runs. */
  readonly last: number
  /** Mean over the runs of all that the model was given. */
  readonly read: number
  /** Mean prompt of the steps asked for (from 1), over the runs that came so far; absent if none did. */
  readonly steps: ReadonlyMap<number, number>
}

const usualSteps = [1, 5, 10, 15, 20, 25, 30]

export function promptRow(
  runtime: string,
  runs: readonly PromptSizes[],
  shown: readonly number[] = usualSteps,
): PromptRow {
  const all = runs.flatMap(({ prompts }) => prompts)
  const steps = shown.flatMap((step): [number, number][] => {
    const sizes = runs.flatMap(({ prompts }) => prompts.slice(step - 1, step))
    return sizes.length === 0 ? [] : [[step, mean(sizes)]]
  })
  return {
    runtime,
    mean: mean(all),
    max: all.reduce((most, size) => Math.max(most, size), 0),
    last: mean(runs.flatMap(({ prompts }) => prompts.slice(-1))),
    read: mean(runs.map(({ read }) => read.reduce((sum, size) => sum + size, 0))),
    steps: new Map(steps),
  }
}

/** The rows as a Markdown table, with a column for each step that any of them has. */
export function promptTable(rows: readonly PromptRow[]): readonly string[] {
  const steps = [...new Set(rows.flatMap((row) => [...row.steps.keys()]))].sort((a, b) => a - b)
  const heads = [
    'characters of the prompt',
    'mean',
    'max',
    'last',
    'read a run',
    ...steps.map((at) => `step ${at}`),
  ]
  return [
    line(heads),
    line(heads.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map((row) => {
      const figures = [row.mean, row.max, row.last, row.read, ...steps.map((at) => row.steps.get(at))]
      return line([row.runtime, ...figures.map(whole)])
    }),
  ]
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function whole(figure: number | undefined): string {
  return figure === undefined || Number.isNaN(figure) ? '' : Math.round(figure).toLocaleString('en-US')
}

/** NaN for no figures. */
function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}
