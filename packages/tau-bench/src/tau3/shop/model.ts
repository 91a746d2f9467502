import type { PythonDict, PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/index.ts'
import { isDict, isList, PythonError, repr, typeName } from '../../python/index.ts'

/** A fault that pydantic finds in a value: its path, the words, their short name, and the value. */
interface Fault {
  readonly path: readonly string[]
  readonly words: string
  readonly type: string
  readonly input: ReadonlyValue
}

/** Reads a value as a type of pydantic does: what it makes of it, or its faults. */
export type Type = (value: ReadonlyValue, path: readonly string[], faults: Fault[]) => PythonValue

export function fault(words: string, type: string): Type {
  return (input, path, faults) => {
    faults.push({ path, words, type, input })
    return null
  }
}

export const text: Type = (value, path, faults) =>
  typeof value === 'string'
    ? value
    : fault('Input should be a valid string', 'string_type')(value, path, faults)

export const bool: Type = (value, path, faults) =>
  typeof value === 'boolean'
    ? value
    : fault('Input should be a valid boolean', 'bool_type')(value, path, faults)

export function oneOf(...choices: readonly string[]): Type {
  const quoted = choices.map((choice) => `'${choice}'`)
  const most = quoted.slice(0, -1).join(', ')
  const words = `Input should be ${most === '' ? '' : `${most} or `}${quoted.at(-1)}`
  return (value, path, faults) =>
    typeof value === 'string' && choices.includes(value)
      ? value
      : fault(words, 'literal_error')(value, path, faults)
}

export function list(member: Type): Type {
  return (value, path, faults) =>
    isList(value)
      ? value.map((each, index) => member(each, [...path, String(index)], faults))
      : fault('Input should be a valid list', 'list_type')(value, path, faults)
}

export function mapOf(member: Type): Type {
  return (value, path, faults) =>
    isDict(value)
      ? new Map(Array.from(value, ([key, each]) => [key, member(each, [...path, key], faults)]))
      : fault('Input should be a valid dictionary', 'dict_type')(value, path, faults)
}

/** A field that may be left out, and is None then. */
export function optional(member: Type): Type & { readonly isOptional: true } {
  const type: Type = (value, path, faults) => (value === null ? null : member(value, path, faults))
  return Object.assign(type, { isOptional: true as const })
}

/** The first of the types that finds no fault. */
export function anyOf(...types: readonly Type[]): Type {
  return (value, path, faults) => {
    for (const type of types) {
      const found: Fault[] = []
      const read = type(value, path, found)
      if (found.length === 0) return read
    }
    return fault('Input should fit one of its types', 'union')(value, path, faults)
  }
}

/** A model: an object whose fields come in the model's order; other fields are dropped. */
export interface Model extends Type {
  readonly title: string
}

export function model(title: string, fields: Readonly<Record<string, Type>>): Model {
  const words = `Input should be a valid dictionary or instance of ${title}`
  const type: Type = (value, path, faults) => {
    if (!isDict(value)) return fault(words, 'model_type')(value, path, faults)
    const read: PythonDict = new Map()
    for (const [name, member] of Object.entries(fields)) {
      const given = value.get(name)
      if (given !== undefined) read.set(name, member(given, [...path, name], faults))
      else if ('isOptional' in member) read.set(name, null)
      else fault('Field required', 'missing')(value, [...path, name], faults)
    }
    return read
  }
  return Object.assign(type, { title })
}

/** Makes an instance of a model. Throws pydantic's `ValidationError`. */
export function make(model: Model, value: ReadonlyDict): PythonDict {
  const faults: Fault[] = []
  const read = model(value, [], faults)
  if (faults.length === 0) return read as PythonDict
  const lines = faults.map(({ path, words, type, input }) => {
    const found = `[type=${type}, input_value=${shortened(repr(input))}, input_type=${typeName(input)}]`
    const link = `https://errors.pydantic.dev/2.13/v/${type}`
    return `${path.join('.')}\n  ${words} ${found}\n    For further information visit ${link}`
  })
  const count = `${faults.length} validation error${faults.length === 1 ? '' : 's'}`
  throw new PythonError('ValidationError', `${count} for ${model.title}\n${lines.join('\n')}`)
}

/** Of a long text the first 25 and the last 24 bytes, whole characters only. */
function shortened(shown: string): string {
  const bytes = Buffer.from(shown)
  if (bytes.length <= 50) return shown
  let [to, from] = [25, bytes.length - 24]
  while (((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1
  while (((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1
  return `${bytes.subarray(0, to).toString()}...${bytes.subarray(from).toString()}`
}
