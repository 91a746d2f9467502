import type { Operand } from './program.ts'

/** The type's name as Python's messages write it. */
export function operandType(value: Operand): string {
  if (typeof value === 'bigint') return 'int'
  return typeof value === 'number' ? 'float' : value
}
