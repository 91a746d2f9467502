import {
  type PythonDict,
  PythonError,
  type PythonValue,
  type ReadonlyValue,
  typeName,
} from '@skill-state/tau-bench/python'

/** What a function takes: the names in their order, and the values of those that may be left out. */
export interface Signature {
  readonly names: readonly string[]
  readonly defaults: Readonly<Record<string, PythonValue>>
}

/** The names in a text that parts them by blanks. */
export type NamesOf<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | NamesOf<Rest>
  : Text

export function namesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}

/** Some of the arguments, in the order of their names. */
export function pick<const Names extends string>(
  args: Readonly<Record<NamesOf<Names>, PythonValue>>,
  names: Names,
): Record<string, PythonValue> {
  return Object.fromEntries(namesOf(names).map((name) => [name, args[name as NamesOf<Names>]]))
}

/**
 * The arguments by their names, as CPython 3.11 binds `function(self, **kwargs)`. Throws its `TypeError`; `qualname` is
 * the function's name in it.
 */
export function bind(
  qualname: string,
  { names, defaults }: Signature,
  kwargs: PythonDict,
): Record<string, PythonValue> {
  for (const name of kwargs.keys()) {
    if (name === 'self') throw typeError(`${qualname}() got multiple values for argument 'self'`)
    if (!names.includes(name)) throw typeError(`${qualname}() got an unexpected keyword argument '${name}'`)
  }
  const missing = names.filter((name) => !kwargs.has(name) && !Object.hasOwn(defaults, name))
  if (missing.length > 0) {
    const noun = missing.length === 1 ? 'argument' : 'arguments'
    throw typeError(`${qualname}() missing ${missing.length} required positional ${noun}: ${series(missing)}`)
  }
  return Object.fromEntries(names.map((name) => [name, kwargs.get(name) ?? given(kwargs, defaults, name)]))
}

/** What CPython says of `function(**value)` if the value has no keys. */
export function requireMapping(value: ReadonlyValue, path: string): void {
  if (value instanceof Map) return
  throw typeError(`${path}() argument after ** must be a mapping, not ${typeName(value)}`)
}

export function typeError(message: string): PythonError {
  return new PythonError('TypeError', message)
}

function given(kwargs: PythonDict, defaults: Signature['defaults'], name: string): PythonValue {
  return kwargs.has(name) ? null : (defaults[name] ?? null)
}

function series(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`)
  if (quoted.length <= 2) return quoted.join(' and ')
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`
}
