export { add, multiply, negate, subtract } from './arithmetic.ts'
export { type Comparison, compare, compareText } from './compare.ts'
export { contains, count, getItem, iterate, length, toKey } from './containers.ts'
export { copyValue, dictOf } from './copy.ts'
export { equals, isTruthy } from './equals.ts'
export { PythonError } from './python-error.ts'
export { roundHalfEven } from './round.ts'
export {
  bind,
  byName,
  type Callable,
  type MakeCallable,
  makerOf,
  typeError,
} from './signature.ts'
export { dumps } from './text/dumps.ts'
export { parsePythonJson, tryParseJson } from './text/parse-json.ts'
export { formatFloat, repr } from './text/repr.ts'
export { isDict, isList, isNumeric, typeName } from './type-name.ts'
export type { PythonDict, PythonList, PythonValue, ReadonlyDict, ReadonlyValue } from './value.ts'
