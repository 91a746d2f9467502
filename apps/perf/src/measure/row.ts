/** What a figure is held to. A benchmark is no test: a miss is printed and nothing else follows. */
export type Target = {
  /** Whether the row's figure is compared, or its ratio. */
  readonly on: 'figure' | 'ratio'
} & (
  | { readonly kind: 'at-most'; readonly value: number; readonly stretch?: number }
  | { readonly kind: 'at-least'; readonly value: number }
  | { readonly kind: 'near'; readonly value: number; readonly tolerance: number }
)

/** One line of the table. Plain data: it crosses from process to process. */
export interface Row {
  readonly name: string
  /** The median, if there is a spread. */
  readonly figure: number
  readonly unit: string
  readonly spread?: { readonly low: number; readonly high: number; readonly rounds: number } | undefined
  /** This figure divided by another of the same run. */
  readonly ratio?: { readonly value: number; readonly of: string } | undefined
  readonly target?: Target | undefined
  /** What a reader must know to judge the figure. */
  readonly note?: string | undefined
}

export type Verdict = 'ok' | 'missed'

/** Undefined if the row has no target. */
export function verdictOf(row: Row): Verdict | undefined {
  const { target } = row
  if (target === undefined) return undefined
  const value = target.on === 'figure' ? row.figure : row.ratio?.value
  return value !== undefined && meets(value, target) ? 'ok' : 'missed'
}

function meets(value: number, target: Target): boolean {
  if (target.kind === 'at-most') return value <= target.value
  if (target.kind === 'at-least') return value >= target.value
  return Math.abs(value - target.value) <= target.tolerance
}
