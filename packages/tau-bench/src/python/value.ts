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
