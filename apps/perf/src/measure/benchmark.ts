import type { Row } from './row.ts'

/** A group of figures that are measured together, in a process of their own. */
export interface Benchmark {
  /** Name on the command line. */
  readonly name: string
  /** What is measured, in one line. */
  readonly title: string
  run(): Promise<readonly Row[]>
}
