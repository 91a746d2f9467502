import type { PythonValue } from '@skill-state/tau-bench/python'
import { type NamesOf, namesOf, type Signature } from '../python/bind.ts'
import type { Bank } from './bank.ts'

/** A tool of the bank. It answers with text, refuses by `refuse`, and raises as the official one raises. */
export interface BankTool extends Signature {
  readonly name: string
  readonly run: (bank: Bank, args: Readonly<Record<string, PythonValue>>) => string
}

/** A tool whose parameters are named in one text, parted by blanks. */
export function tool<const Names extends string>(
  name: string,
  names: Names,
  run: (bank: Bank, args: Readonly<Record<NamesOf<Names>, PythonValue>>) => string,
  defaults: Readonly<Record<string, PythonValue>> = {},
): BankTool {
  return { name, names: namesOf(names), defaults, run: run as BankTool['run'] }
}
