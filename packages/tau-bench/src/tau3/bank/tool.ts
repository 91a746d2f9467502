import { type Callable, type MakeCallable, makerOf } from '../../python/index.ts'
import type { Bank } from './bank.ts'

/** A tool of the bank. It answers with text, refuses by `refuse`, and raises as the official one raises. */
export type BankTool = Callable<Bank, string>

export const tool: MakeCallable<Bank, string> = makerOf()

/** A tool, and the class that CPython names in its errors. */
export interface OwnedTool {
  readonly tool: BankTool
  readonly className: string
}
