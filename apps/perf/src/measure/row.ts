import { median } from 'simple-statistics'

/** A group of figures that are measured together, in a process of their own. */
export interface Benchmark {
  /** Name on the command line. */
  readonly name: string
  /** What is measured, in one line. */
  readonly title: string
  run(): Promise<readonly Row[]>
}

/** What a figure is held to. A benchmark is no test: a miss is printed and nothing else follows. */
export interface Target {
  /** Whether the row's figure is compared, or its ratio. */
  readonly on: 'figure' | 'ratio'
  readonly kind: 'at-most' | 'at-least' | 'near'
  readonly value: number
  /** How near. Default 0. */
  readonly tolerance?: number
}

export const atMost = (value: number): Target => ({ on: 'figure', kind: 'at-most', value })
export const ratioAtMost = (value: number): Target => ({ on: 'ratio', kind: 'at-most', value })
export const ratioAtLeast = (value: number): Target => ({ on: 'ratio', kind: 'at-least', value })

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

/** The median of some values, and their spread. */
export function rowOf(name: string, unit: string, values: readonly number[], target?: Target): Row {
  const spread = { low: Math.min(...values), high: Math.max(...values), rounds: values.length }
  return { name, figure: median([...values]), unit, spread, target }
}

/** The rows with their ratios to one of them, which `as` calls by another name. */
export function beside(rows: readonly Row[], name: string, as: string = name): readonly Row[] {
  const base = rows.find((row) => row.name === name)?.figure ?? Number.NaN
  return rows.map((row) => ({ ...row, ratio: { value: row.figure / base, of: as } }))
}

export type Verdict = 'ok' | 'missed'

/** Undefined if the row has no target. */
export function verdictOf({ target, figure, ratio }: Row): Verdict | undefined {
  if (target === undefined) return undefined
  const value = target.on === 'figure' ? figure : ratio?.value
  return value !== undefined && meets(value, target) ? 'ok' : 'missed'
}

function meets(value: number, target: Target): boolean {
  const more = value - target.value
  if (target.kind === 'near') return Math.abs(more) <= (target.tolerance ?? 0)
  return target.kind === 'at-most' ? more <= 0 : more >= 0
}
