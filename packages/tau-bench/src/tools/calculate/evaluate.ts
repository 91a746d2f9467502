import { formatFloat, typeError } from '../../python/index.ts'
import type { BinaryOperator, Operand, Sign } from './numbers.ts'
import { applyBinary, applySign, operandType } from './operate.ts'

/** One instruction of a stack machine: takes its operands off the stack. */
type Instruction = (stack: Operand[]) => Operand

export type Program = readonly Instruction[]

/** Runs a program as Python would, left to right; raises the first of its errors. */
export function evaluate(program: Program): Operand {
  const stack: Operand[] = []
  for (const run of program) stack.push(run(stack))
  return pop(stack)
}

export function push(value: Operand): Instruction {
  return () => value
}

export function sign(operator: Sign): Instruction {
  return (stack) => applySign(operator, pop(stack))
}

export function binary(operator: BinaryOperator): Instruction {
  return (stack) => {
    const right = pop(stack)
    return applyBinary(operator, pop(stack), right)
  }
}

/** How a call passes its one argument, if there is one: `f()`, `f(a)`, `f(*a)`, `f(**a)`. */
type CallForm = 'none' | 'plain' | '*' | '**'

/** Nothing here can be called; but what is spread into a call is looked at first. */
export function call(form: CallForm): Instruction {
  return (stack) => {
    const argument = form === 'none' ? undefined : pop(stack)
    const called = pop(stack)
    const isRefused = form === '**' || (form === '*' && argument !== 'tuple')
    if (argument === undefined || !isRefused)
      throw typeError(`'${operandType(called)}' object is not callable`)
    const wanted = form === '*' ? 'an iterable' : 'a mapping'
    const words = `argument after ${form} must be ${wanted}, not ${operandType(argument)}`
    throw typeError(`${operandText(called)} ${words}`)
  }
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
