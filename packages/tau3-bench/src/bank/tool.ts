import type { PythonValue } from '@skill-state/tau-bench/python'
import type { Signature } from '../python/bind.ts'
import type { Bank } from './bank.ts'

/** A tool of the bank. It answers with text, refuses by `refuse`, and raises as the official one raises. */
export interface BankTool extends Signature {
  readonly name: string
  readonly run: (bank: Bank, args: Readonly<Record<string, PythonValue>>) => string
}

/** Of the names with a default, a signature lists the default too, as `reason = other`. */
export function tool<const Name extends string>(
  name: string,
  names: readonly Name[],
  run: (bank: Bank, args: Readonly<Record<Name, PythonValue>>) => string,
  defaults: Readonly<Record<string, PythonValue>> = {},
): BankTool {
  return { name, names, defaults, run: run as BankTool['run'] }
}
