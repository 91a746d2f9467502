import { toFloat } from '../../python/arithmetic.ts'
import { PythonError, typeError } from '../../python/index.ts'

/** An int, a float, or by its kind a value that no sum can come of. */
export type Operand = bigint | number | 'complex' | 'tuple'

export type Sign = '+' | '-'
export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '**'

/** One instruction of a stack machine: takes its operands off the stack. */
export type Instruction = (stack: Operand[]) => Operand

export function push(value: Operand): Instruction {
  return () => value
}

export function sign(operator: Sign): Instruction {
  return (stack) => {
    const value = pop(stack)
    if (value === 'tuple') throw typeError(`bad operand type for unary ${operator}: 'tuple'`)
    return operator === '+' || value === 'complex' ? value : -value
  }
}

export function binary(operator: BinaryOperator): Instruction {
  return (stack) => {
    const right = pop(stack)
    return applyBinary(operator, pop(stack), right)
  }
}

/** Nothing here can be called; an argument is worked out before. */
export function call(isEmpty: boolean): Instruction {
  return (stack) => {
    if (!isEmpty) pop(stack)
    throw typeError(`'${typeOf(pop(stack))}' object is not callable`)
  }
}

function pop(stack: Operand[]): Operand {
  return stack.pop() ?? 'tuple'
}

function typeOf(value: Operand): string {
  if (typeof value === 'bigint') return 'int'
  return typeof value === 'number' ? 'float' : value
}

/** Python's `left operator right`. Complex numbers and empty tuples are known by their kind alone. */
function applyBinary(operator: BinaryOperator, left: Operand, right: Operand): Operand {
  if (typeof left === 'bigint' && typeof right === 'bigint') return intOperations[operator](left, right)
  if (typeof left !== 'string' && typeof right !== 'string')
    return floatOperations[operator](toFloat(left), toFloat(right))
  if (left !== 'tuple' && right !== 'tuple' && operator !== '//') return 'complex'
  const symbol = operator === '**' ? '** or pow()' : operator
  throw typeError(`unsupported operand type(s) for ${symbol}: '${typeOf(left)}' and '${typeOf(right)}'`)
}

type Operations<Value> = Readonly<Record<BinaryOperator, (left: Value, right: Value) => Operand>>

const intOperations: Operations<bigint> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': intMultiply,
  '/': intTrueDivide,
  '//': intFloorDivide,
  '**': (left, right) => (right < 0n ? floatPower(toFloat(left), toFloat(right)) : intPower(left, right)),
}

const floatOperations: Operations<number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => {
    if (right === 0) throw new PythonError('ZeroDivisionError', 'float division by zero')
    return left / right
  },
  '//': floatFloorDivide,
  '**': floatPower,
}

/** CPython's `left // right` of floats, which rounds the exact quotient of what is left without the remainder. */
function floatFloorDivide(left: number, right: number): number {
  if (right === 0) throw new PythonError('ZeroDivisionError', 'float floor division by zero')
  const remainder = left % right
  const isBelow = remainder !== 0 && right < 0 !== remainder < 0
  const quotient = (left - remainder) / right - (isBelow ? 1 : 0)
  if (quotient === 0) return 0 * (left / right)
  const floor = Math.floor(quotient)
  return quotient - floor > 0.5 ? floor + 1 : floor
}

/** Python's `base ** exponent` of floats, complex if a negative base has a broken exponent. */
function floatPower(base: number, exponent: number): number | 'complex' {
  if (exponent === 0 || base === 1) return 1
  if (base === -1 && Math.abs(exponent) === Number.POSITIVE_INFINITY) return 1
  if (base === 0 && exponent < 0)
    throw new PythonError('ZeroDivisionError', '0.0 cannot be raised to a negative power')
  if (base < 0 && Number.isFinite(base) && Number.isFinite(exponent) && !Number.isInteger(exponent))
    return 'complex'
  const power = base ** exponent
  const isOverflow = Math.abs(power) === Number.POSITIVE_INFINITY
  if (!isOverflow || !Number.isFinite(base) || !Number.isFinite(exponent)) return power
  throw new PythonError('OverflowError', "(34, 'Numerical result out of range')")
}

/** Bits of the largest product or power that is worked out. Python has no such bound, and can be kept busy for hours. */
const maxBits = 2 ** 16

/** What Python says of such a number in the end, unless a division makes it small again. */
const tooLarge = (): PythonError => new PythonError('OverflowError', 'int too large to convert to float')

function intMultiply(left: bigint, right: bigint): bigint {
  if (bitLength(left) + bitLength(right) > maxBits) throw tooLarge()
  return left * right
}

/** `exponent` is not negative. */
function intPower(base: bigint, exponent: bigint): bigint {
  if (base === 0n || base === 1n) return exponent === 0n ? 1n : base
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n
  if (BigInt(bitLength(base)) * exponent > maxBits) throw tooLarge()
  return base ** exponent
}

function intFloorDivide(left: bigint, right: bigint): bigint {
  if (right === 0n) throw new PythonError('ZeroDivisionError', 'integer division or modulo by zero')
  const quotient = left / right
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient
}

function intTrueDivide(left: bigint, right: bigint): number {
  if (right === 0n) throw new PythonError('ZeroDivisionError', 'division by zero')
  const magnitude = divideMagnitudes(left < 0n ? -left : left, right < 0n ? -right : right)
  if (magnitude === Number.POSITIVE_INFINITY)
    throw new PythonError('OverflowError', 'integer division result too large for a float')
  return left < 0n !== right < 0n ? -magnitude : magnitude
}

/** Worked out to at least 64 bits, the last of which stands for all that follow: one rounding is right, down to 2 ** -1022. */
function divideMagnitudes(left: bigint, right: bigint): number {
  const shift = Math.max(0, 64 + bitLength(right) - bitLength(left))
  const scaled = left << BigInt(shift)
  const quotient = scaled / right
  const rounded = Number(scaled % right === 0n ? quotient : quotient | 1n)
  const half = Math.floor(shift / 2)
  return rounded / 2 ** half / 2 ** (shift - half)
}

const bitLength = (value: bigint): number => (value < 0n ? -value : value).toString(2).length
