import type { PythonDict, PythonValue } from './value.ts'
import { PythonError } from './value.ts'

/** What a function takes: the names in their order, and the values of those that may be left out. */
export interface Signature {
  readonly parameters: readonly string[]
  readonly defaults: Readonly<Record<string, PythonValue>>
}

/** A function that a model calls by its name, with arguments of any type. */
export interface Callable<World, Answer> extends Signature {
  readonly name: string
  readonly run: (world: World, args: Readonly<Record<string, PythonValue>>) => Answer
}

type NamesOf<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | NamesOf<Rest> : Text

function namesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}

/** Makes a callable whose parameters are named in one text, with blanks between them. */
export type MakeCallable<World, Answer> = <const Names extends string>(
  name: string,
  parameters: Names,
  run: (world: World, args: Readonly<Record<NamesOf<Names>, PythonValue>>) => Answer,
  defaults?: Signature['defaults'],
) => Callable<World, Answer>

export function makerOf<World, Answer>(): MakeCallable<World, Answer> {
  return (name, parameters, run, defaults = {}) => ({
    name,
    parameters: namesOf(parameters),
    defaults,
    run: run as Callable<World, Answer>['run'],
  })
}

export function byName<Named extends { readonly name: string }>(
  all: readonly Named[],
): ReadonlyMap<string, Named> {
  return new Map(all.map((each) => [each.name, each]))
}

/**
 * Binds as CPython 3.11 `function(self, **kwargs)`: the first unknown name, then all missing ones raise. `filled` is the
 * parameter that the call itself fills.
 */
export function bind(
  qualname: string,
  { parameters, defaults }: Signature,
  kwargs: PythonDict,
  filled?: 'self',
): Record<string, PythonValue> {
  const unknown = [...kwargs.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined) {
    const words = unknown === filled ? 'multiple values for argument' : 'an unexpected keyword argument'
    throw typeError(`${qualname}() got ${words} '${unknown}'`)
  }
  const missing = parameters.filter((name) => !kwargs.has(name) && !Object.hasOwn(defaults, name))
  if (missing.length > 0) {
    const noun = missing.length === 1 ? 'argument' : 'arguments'
    throw typeError(`${qualname}() missing ${missing.length} required positional ${noun}: ${series(missing)}`)
  }
  const all = { ...defaults, ...Object.fromEntries(kwargs) }
  return Object.fromEntries(parameters.map((name) => [name, all[name] ?? null]))
}

export function typeError(message: string): PythonError {
  return new PythonError('TypeError', message)
}

/** `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'` */
function series(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`)
  if (quoted.length < 3) return quoted.join(' and ')
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`
}
