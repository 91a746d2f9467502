export { negate } from './arithmetic.ts'
export { type Comparison, compare, compareText, equals, isTruthy } from './compare.ts'
export {
  contains,
  copyDict,
  copyValue,
  dictOf,
  getItem,
  iterate,
  length,
  toKey,
} from './containers.ts'
export { dateIn, daysBetween } from './date.ts'
export { attempt, stripped, toFloat, unicodeSpace } from './numbers.ts'
export { roundHalfEven } from './round.ts'
export { bind, byName, type Callable, type MakeCallable, makerOf, typeError } from './signature.ts'
export { dumps } from './text/dumps.ts'
export {
  f,
  fixed,
  isDigits,
  listing,
  lower,
  textWith,
  titled,
  upper,
} from './text/format.ts'
export { parsePythonJson, tryParseJson } from './text/parse-json.ts'
export { formatFloat, repr, reprText, str } from './text/repr.ts'
export type { PythonDict, PythonList, PythonValue, ReadonlyDict, ReadonlyValue } from './value.ts'
export { isDict, isList, isNumeric, PythonError, typeName } from './value.ts'
