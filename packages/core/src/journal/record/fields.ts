import { isJsonObject, type JsonObject } from '@skill-state/protocol'

/** Reads a value of a record, or throws an error that says what the key should be. */
export type Read<T> = (value: unknown, key: string) => T

export function required<T>(fields: JsonObject, key: string, read: Read<T>): T {
  return read(fields[key], key)
}

/** Undefined if the key is missing. */
export function optional<T>(fields: JsonObject, key: string, read: Read<T>): T | undefined {
  return key in fields ? read(fields[key], key) : undefined
}

export const text: Read<string> = (value, key) => (typeof value === 'string' ? value : wrong(key, 'text'))

export const flag: Read<boolean> = (value, key) =>
  typeof value === 'boolean' ? value : wrong(key, 'true or false')

export const count: Read<number> = (value, key) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : wrong(key, 'a whole number from 0')

export const object: Read<JsonObject> = (value, key) =>
  isJsonObject(value) ? value : wrong(key, 'an object')

export const numbers: Read<Readonly<Record<string, number>>> = (value, key) => {
  const found = object(value, key)
  const isEach = Object.values(found).every((each) => typeof each === 'number')
  return isEach ? (found as Readonly<Record<string, number>>) : wrong(key, 'numbers')
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Read<Value> {
  return (value, key) => values.find((each) => each === value) ?? wrong(key, values.join(' or '))
}

export function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value, key) =>
    Array.isArray(value) ? value.map((each, at) => read(each, `${key}/${at}`)) : wrong(key, 'a list')
}

export function wrong(key: string, expected: string): never {
  throw new Error(`expected "${key}" to be ${expected}`)
}
