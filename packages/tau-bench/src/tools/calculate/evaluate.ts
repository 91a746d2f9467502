import { PythonError } from '../../python/python-error.ts'
import { formatFloat } from '../../python/repr.ts'
import { applyBinary, applySign } from './operate.ts'
import { type CallForm, type Instruction, type Operand, operandType, type Program } from './program.ts'

/** Runs a program as Python would, left to right; raises the first of its errors. */
export function evaluate(program: Program): Operand {
  const stack: Operand[] = []
  for (const instruction of program) stack.push(run(instruction, stack))
  return pop(stack)
}

function run(instruction: Instruction, stack: Operand[]): Operand {
  switch (instruction.kind) {
    case 'push':
      return instruction.value
    case 'sign':
      return applySign(instruction.operator, pop(stack))
    case 'binary': {
      const right = pop(stack)
      return applyBinary(instruction.operator, pop(stack), right)
    }
    case 'call':
      throw refuseCall(instruction.form, stack)
  }
}

/** Nothing here can be called; but what is spread into a call is looked at first. */
function refuseCall(form: CallForm, stack: Operand[]): PythonError {
  const argument = form === 'none' ? undefined : pop(stack)
  const called = pop(stack)
  const isRefused = form === '**' || (form === '*' && argument !== 'tuple')
  if (argument === undefined || !isRefused) {
    return new PythonError('TypeError', `'${operandType(called)}' object is not callable`)
  }
  const wanted = form === '*' ? 'an iterable' : 'a mapping'
  const words = `argument after ${form} must be ${wanted}, not ${operandType(argument)}`
  return new PythonError('TypeError', `${operandText(called)} ${words}`)
}

function operandText(value: Operand): string {
  if (typeof value === 'number') return formatFloat(value)
  if (typeof value === 'bigint') return value.toString()
  return value === 'ellipsis' ? 'Ellipsis' : value === 'tuple' ? '()' : value
}

function pop(stack: Operand[]): Operand {
  const value = stack.pop()
  if (value === undefined) throw new TypeError('a program takes more than it pushed')
  return value
}
