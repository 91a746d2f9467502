import { isJsonObject } from '@skill-state/protocol'

type Check = (value: unknown) => boolean

/** What each property of an object must be: in words, and as a check. */
export type Shape<T> = { readonly [Name in keyof T]-?: readonly [expected: string, check: Check] }

/** The value as what its shape says. Throws an error that names the first property that is something else. */
export function readShape<T extends object>(value: unknown, shape: Shape<T>): T {
  const wrong = flaw(value, shape)
  if (wrong !== undefined) throw new Error(wrong)
  return value as T
}

export const isText: Check = (value) => typeof value === 'string'
export const isBoolean: Check = (value) => typeof value === 'boolean'
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
export const isPositive: Check = (value) => isCount(value) && value !== 0
export const isPrice: Check = (value) => Number.isFinite(value) && Number(value) >= 0

export function maybe(check: Check): Check {
  return (value) => value === undefined || check(value)
}

export function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value)
}

export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check)
}

export function shaped<T extends object>(shape: Shape<T>): Check {
  return (value) => flaw(value, shape) === undefined
}

/** What is wrong with a value, if anything is. */
function flaw<T extends object>(value: unknown, shape: Shape<T>): string | undefined {
  if (!isJsonObject(value)) return 'expected a JSON object'
  const properties: [string, readonly [string, Check]][] = Object.entries(shape)
  const wrong = properties.find(([name, [, check]]) => !check(value[name]))
  return wrong && `expected "${wrong[0]}" to be ${wrong[1][0]}`
}
