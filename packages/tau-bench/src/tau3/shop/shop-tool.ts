import type { Database } from '../../data/open-database.ts'
import { iterate, toKey } from '../../python/containers.ts'
import { type Callable, type MakeCallable, makerOf } from '../../python/signature.ts'
import type { PythonDict, PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { isDict, PythonError, typeName } from '../../python/value.ts'
import { findRecord } from '../../tools/records.ts'
import { type Model, make } from './model.ts'

/** A tool of airline or retail: a text is answered as it is, anything else as JSON. */
export type ShopTool = Callable<Database, ReadonlyValue>

export const shopTool: MakeCallable<Database, ReadonlyValue> = makerOf()

export function raise(message: string): never {
  throw new PythonError('ValueError', message)
}

/** A member by a key that Python must be able to hash; undefined if there is none. */
export function member(dict: ReadonlyDict, key: ReadonlyValue): PythonValue | undefined {
  const text = toKey(key)
  return text === undefined ? undefined : (dict.get(text) as PythonValue | undefined)
}

/** The record for reading, or the error. Raises for a key that Python cannot hash. */
export function read(database: Database, table: string, key: ReadonlyValue, missing: string): ReadonlyDict {
  return findRecord(database.table(table), key) ?? raise(missing)
}

export function edit(database: Database, table: string, key: ReadonlyValue, missing: string): PythonDict {
  read(database, table, key, missing)
  return database.table(table).edit(key as string) ?? raise(missing)
}

/** A field of an instance; another value raises, as it has no such attribute. */
export function field<Value extends ReadonlyValue = PythonValue>(value: ReadonlyValue, name: string): Value {
  const found = value instanceof Instance ? value.get(name) : undefined
  if (found !== undefined) return found as Value
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute '${name}'`)
}

/** An instance of a model, which a plain dict is not one of. */
class Instance extends Map<string, PythonValue> {}

/** Instances of what all is dicts; anything else as it was given. */
export function instances(value: PythonValue, type: Model): PythonValue {
  const members = iterate(value)
  return members.every(isDict) ? members.map((each) => new Instance(make(type, each as PythonDict))) : value
}
