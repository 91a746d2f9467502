import type { PythonDict, ReadonlyDict, ReadonlyValue } from '../python/index.ts'
import { isDict, isList, isNumeric, parsePythonJson, tryParseJson } from '../python/index.ts'

/** The fields of a record. One that is absent or null is undefined; one of another type throws a `TypeError`. */
export class Fields {
  readonly dict: ReadonlyDict
  private readonly place: string

  constructor(dict: ReadonlyDict, place = '') {
    this.dict = dict
    this.place = place
  }

  has(name: string): boolean {
    return this.dict.has(name)
  }

  text(name: string): string | undefined {
    return this.read(name, 'text', (value) => (typeof value === 'string' ? value : undefined))
  }

  /** Python's 1.0 and 0.0 are flags too. */
  flag(name: string): boolean | undefined {
    return this.read(name, 'true or false', (value) =>
      isNumeric(value) && (Number(value) === 0 || Number(value) === 1) ? Number(value) === 1 : undefined,
    )
  }

  figure(name: string): number | undefined {
    const isFigure = (value: ReadonlyValue) => typeof value === 'number' || typeof value === 'bigint'
    return this.read(name, 'a number', (value) => (isFigure(value) ? Number(value) : undefined))
  }

  kwargs(name: string): PythonDict | undefined {
    return this.read(name, 'an object', (value) => (isDict(value) ? (value as PythonDict) : undefined))
  }

  list(name: string): readonly ReadonlyValue[] | undefined {
    return this.read(name, 'a list', (value) => (isList(value) ? value : undefined))
  }

  /** Members of an object or of a list, which are objects. */
  parts(name: string): readonly Fields[] | undefined {
    return this.list(name)?.map((value, index) => {
      if (isDict(value)) return new Fields(value, `${this.place}${name}.${index}.`)
      throw new TypeError(`at ${this.place}${name}.${index}: expected an object`)
    })
  }

  part(name: string): Fields | undefined {
    const dict = this.kwargs(name)
    return dict && new Fields(dict, `${this.place}${name}.`)
  }

  required<Value>(name: string, value: Value | undefined): Value {
    if (value !== undefined) return value
    throw new TypeError(`at ${this.place}${name}: it is missing`)
  }

  private read<Value>(
    name: string,
    type: string,
    as: (value: ReadonlyValue) => Value | undefined,
  ): Value | undefined {
    const value = this.dict.get(name) ?? null
    if (value === null) return undefined
    const read = as(value)
    if (read === undefined) throw new TypeError(`at ${this.place}${name}: expected ${type}`)
    return read
  }
}

export interface RecordedCall {
  readonly side: 'assistant' | 'user'
  readonly name: string
  readonly kwargs: PythonDict
  readonly fields: Fields
}

export function callOf(fields: Fields): RecordedCall {
  return {
    side: fields.text('requestor') === 'user' ? 'user' : 'assistant',
    name: fields.required('name', fields.text('name')),
    kwargs: fields.required('arguments', fields.kwargs('arguments')),
    fields,
  }
}

/** Reads recorded arguments: JSON, or a Python literal such as `{'id': 1}`. Throws if they are no object. */
export function readArguments(text: string): PythonDict {
  const value = tryParseJson(text) ?? parsePythonJson(fromLiteral(text))
  if (value instanceof Map) return value
  throw new TypeError('the arguments of a call are no JSON object')
}

const constants = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
])

/** Texts in single quotes, constants and a last comma as JSON writes them. */
function fromLiteral(text: string): string {
  const parts = /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\b(?:True|False|None)\b|,(?=\s*[}\]])/gs
  return text.replace(parts, (part: string, single?: string) => {
    if (single !== undefined) return `"${single.replaceAll('"', '\\"').replaceAll("\\'", "'")}"`
    return part === ',' ? '' : (constants.get(part) ?? part)
  })
}
