export { add, multiply, negate, subtract } from './arithmetic.ts'
export { type Comparison, compare, compareText } from './compare.ts'
export { contains, count, getItem, iterate, length, toKey } from './containers.ts'
export { copyDict, copyValue, dictOf } from './copy.ts'
export { dateIn, daysBetween } from './date.ts'
export { equals, isTruthy } from './equals.ts'
export { attempt, stripped, toFloat, toInt, unicodeSpace } from './numbers.ts'
export { PythonError } from './python-error.ts'
export { roundHalfEven } from './round.ts'
export { bind, byName, type Callable, type MakeCallable, makerOf, typeError } from './signature.ts'
export { dumps } from './text/dumps.ts'
export {
  dumpsIndented,
  f,
  fixed,
  isDigits,
  joined,
  listing,
  lower,
  sortedTexts,
  textWith,
  titled,
  upper,
} from './text/format.ts'
export { parsePythonJson, tryParseJson } from './text/parse-json.ts'
export { formatFloat, repr, reprText, str } from './text/repr.ts'
export { isDict, isList, isNumeric, typeName } from './type-name.ts'
export type { PythonDict, PythonList, PythonValue, ReadonlyDict, ReadonlyValue } from './value.ts'
