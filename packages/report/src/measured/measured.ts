import type { Column, EpisodeFigures } from '@skill-state/eval'
import { type Spread, spread } from '@skill-state/eval/statistics'
import { MistakeCounts } from './mistakes.ts'
import { StepSums } from './step-sums.ts'
import { Trials } from './trials.ts'

/** What the episodes of a cell come to. It keeps sums, and numbers if a statistic needs each of them, but no episode. */
export class Measured {
  readonly ended: Record<EpisodeFigures['status'], number> = { terminated: 0, truncated: 0, failed: 0 }
  scored = 0
  /** Of these, the ones that failed. */
  scoredFailures = 0
  /** Episodes with a score that neither failed nor lost a step. */
  readable = 0
  lost = 0
  readonly mistakes: MistakeCounts = new MistakeCounts()
  readonly updates: { steps: number; attempted: number; applied: number } = {
    steps: 0,
    attempted: 0,
    applied: 0,
  }
  readonly trials: Trials = new Trials()
  /** Of the terminated episodes with a prompt. */
  readonly promptChars: number[] = []
  /** Of the same, if they are known. */
  readonly totalTokens: number[] = []
  /** Prompt sizes of the episodes with a score. */
  readonly stepPromptChars: StepSums = new StepSums()
  /** Tokens of the same up to each step. */
  readonly tokensSoFar: StepSums = new StepSums()
  /** Tokens of the terminated episodes. */
  readonly stepTokens: StepSums = new StepSums()
  /** US dollars of the terminated episodes. */
  readonly stepCosts: StepSums = new StepSums()
  fewestSteps: number = Number.POSITIVE_INFINITY
  readonly #columns: readonly ColumnValues[]

  constructor(columns: readonly Column[]) {
    this.#columns = columns.map((column) => ({ column, values: [], unreadable: new Set() }))
  }

  add(episode: EpisodeFigures): void {
    const { status, score, lostSteps, updates } = episode
    this.ended[status] += 1
    if (lostSteps > 0) this.lost += 1
    this.updates.steps += updates.steps
    this.updates.attempted += updates.attempted
    this.updates.applied += updates.applied
    this.trials.add(episode)
    if (score !== undefined) this.#addScored(episode)
    if (status === 'terminated') this.#addTerminated(episode)
  }

  /** Mean and spread over the episodes with a score, by column. */
  figures(): Readonly<Record<string, Spread>> {
    return spreads(this.#columns.map(({ column, values }) => [column.id, values]))
  }

  /** The same over the readable ones. */
  readableFigures(): Readonly<Record<string, Spread>> {
    return spreads(
      this.#columns.map(({ column, values, unreadable }) => [
        column.id,
        values.filter((_, index) => !unreadable.has(index)),
      ]),
    )
  }

  #addScored(episode: EpisodeFigures): void {
    const { status, lostSteps, stepPromptChars, stepTokens } = episode
    const isReadable = status !== 'failed' && lostSteps === 0
    this.scored += 1
    if (status === 'failed') this.scoredFailures += 1
    if (isReadable) this.readable += 1
    for (const { column, values, unreadable } of this.#columns) {
      const value = column.of(episode)
      if (value === undefined) continue
      if (!isReadable) unreadable.add(values.length)
      values.push(value)
    }
    this.mistakes.add(episode)
    this.stepPromptChars.add(stepPromptChars)
    this.tokensSoFar.add(sumsOf(stepTokens))
  }

  #addTerminated({ promptChars, totalTokens, steps, stepTokens, stepCosts }: EpisodeFigures): void {
    if (promptChars > 0) this.promptChars.push(promptChars)
    if (promptChars > 0 && totalTokens !== undefined) this.totalTokens.push(totalTokens)
    this.stepTokens.add(stepTokens)
    this.stepCosts.add(stepCosts)
    this.fewestSteps = Math.min(this.fewestSteps, steps)
  }
}

interface ColumnValues {
  readonly column: Column
  readonly values: number[]
  /** Places of the values whose episodes failed or lost a step. */
  readonly unreadable: Set<number>
}

function spreads(all: readonly (readonly [id: string, values: readonly number[]])[]): Record<string, Spread> {
  return Object.fromEntries(
    all.flatMap(([id, values]) => {
      const measured = spread(values)
      return measured === undefined ? [] : [[id, measured]]
    }),
  )
}

/** The sum up to each step; unknown from the first unknown one on. */
function sumsOf(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  let total: number | undefined = 0
  return values.map((value) => {
    total = total === undefined || value === undefined ? undefined : total + value
    return total
  })
}
