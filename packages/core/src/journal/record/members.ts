import { isJsonObject, type JsonObject } from '@skill-state/protocol'

/** Reads a value of a record, or throws an error that says what the key should be. */
export type Read<T> = (value: unknown, key: string) => T

/** How a part of a record is read from the object that has it, and written among the members of that object. */
export interface Member<T> {
  read(fields: JsonObject, key: string): T
  /** With a comma before it; empty if nothing has to be said. */
  write(value: T, key: string): string
}

export type Members<T> = { readonly [Key in keyof T]-?: Member<T[Key]> }

/** Several members as one. To write them one by one takes half the time of `JSON.stringify` of the whole object. */
export function shape<T extends object>(members: Members<T>): Member<T> {
  const list = Object.entries(members) as [keyof T & string, Member<unknown>][]
  return {
    read(fields) {
      const made: { [key: string]: unknown } = {}
      for (const [key, member] of list) made[key] = member.read(fields, key)
      return made as T
    },
    write(value) {
      let text = ''
      for (const [key, member] of list) text += member.write(value[key], key)
      return text
    },
  }
}

/** What is undefined is not written. */
export function member(value: unknown, key: string): string {
  return value === undefined ? '' : `,"${key}":${JSON.stringify(value)}`
}

export function required<T>(read: Read<T>): Member<T> {
  return { read: (fields, key) => read(fields[key], key), write: member }
}

/** Undefined if the key is missing. */
export function optional<T>(read: Read<T>): Member<T | undefined> {
  return { read: (fields, key) => (key in fields ? read(fields[key], key) : undefined), write: member }
}

/** Left out if it has its usual value. */
export function usually<T>(usual: T, read: Read<T>): Member<T> {
  return {
    read: (fields, key) => (key in fields ? read(fields[key], key) : usual),
    write: (value, key) => (value === usual ? '' : member(value, key)),
  }
}

export const sign: Member<true | undefined> = {
  read: (fields, key) => fields[key] === true || undefined,
  write: member,
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

export function objectOf<T>(members: Member<T>): Read<T> {
  return (value, key) => members.read(object(value, key), key)
}

export function wrong(key: string, expected: string): never {
  throw new Error(`expected "${key}" to be ${expected}`)
}
