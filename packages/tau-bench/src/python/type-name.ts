import type { ReadonlyDict, ReadonlyValue } from './value.ts'

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
