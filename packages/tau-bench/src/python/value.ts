/**
 * JSON values as Python has them: 250 and 250.0 differ, and the keys of an object keep their order. An int is a
 * bigint, a float is a number, a dict is a Map, a list is an array, None is null.
 */
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
