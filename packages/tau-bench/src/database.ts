import type { PythonDict, ReadonlyDict } from './python/value.ts'

/** One file of a domain's database as an episode sees it: records by their key, in the order of the file. */
export interface Table {
  /** The record as it is now, for reading. */
  get(key: string): ReadonlyDict | undefined
  /** The record as the episode's own, to be changed in place. Copied at its first change, and only then. */
  edit(key: string): PythonDict | undefined
  /** Adds a record at the end, or replaces one in its place. */
  set(key: string, record: PythonDict): void
  /** All records as they are now, in order. */
  entries(): Iterable<readonly [string, ReadonlyDict]>
}

/** A domain's database as one episode sees it: no change reaches another episode. */
export interface Database {
  /** Throws if there is no such file: a fault of the tool, not of the model. */
  table(name: string): Table
}
