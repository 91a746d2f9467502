/** JSON values as Python has them: an int is a bigint, a float a number, a dict a Map, a list an array, None null. */
export type PythonValue = null | boolean | bigint | number | string | PythonList | PythonDict
export type PythonList = PythonValue[]
export type PythonDict = Map<string, PythonValue>

/** A value that belongs to somebody else, and must not be changed. */
export type ReadonlyValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly ReadonlyValue[]
  | ReadonlyMap<string, ReadonlyValue>
export type ReadonlyDict = ReadonlyMap<string, ReadonlyValue>

/** Names of the exceptions that the official environment can raise: CPython's, and pydantic's `ValidationError`. */
export type PythonErrorType =
  | 'AttributeError'
  | 'IndexError'
  | 'KeyError'
  | 'MemoryError'
  | 'OverflowError'
  | 'RecursionError'
  | 'SyntaxError'
  | 'TypeError'
  | 'ValidationError'
  | 'ValueError'
  | 'ZeroDivisionError'

/** An exception as CPython 3.11 would raise it; `message` is what `str(e)` gives there. */
export class PythonError extends Error {
  readonly type: PythonErrorType

  constructor(type: PythonErrorType, message: string) {
    super(message)
    this.name = type
    this.type = type
  }
}

export function typeName(value: ReadonlyValue): string {
  if (value === null) return 'NoneType'
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'float'
    case 'string':
      return 'str'
  }
  return isList(value) ? 'list' : 'dict'
}

/** Narrows as `Array.isArray` does, and knows readonly arrays too. */
export function isList(value: ReadonlyValue): value is readonly ReadonlyValue[] {
  return Array.isArray(value)
}

export function isDict(value: ReadonlyValue): value is ReadonlyDict {
  return value instanceof Map
}

/** The types that Python counts and compares as numbers; True is 1. */
export type Numeric = bigint | number | boolean

export function isNumeric(value: ReadonlyValue): value is Numeric {
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'
}
