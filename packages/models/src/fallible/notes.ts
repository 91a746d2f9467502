import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skill-state/protocol'
import { merged } from '../values/merged.ts'

/** How facts are written down: `shelf_4 is item_7.`, `4=7` below a heading, or JSON. */
export type NoteForm = 'sentences' | 'dense' | 'json'

const LABEL = 'Notes: '
const PLAIN = /^[\w.-]+$/

/** A state as one line of text, which `readNotes` reads again. If it is too long, the first entries are left out, each as a whole. */
export function writeNotes(state: JsonObject, form: NoteForm, maxChars: number = Infinity): string {
  const text = `${LABEL}${writers[form](state)}`
  if (text.length <= maxChars) return text
  const [first] = entriesOf(state)
  return first === undefined ? '' : writeNotes(withoutEntry(state, first), form, maxChars)
}

/** The facts of the lines of notes, those that most of the lines hold; undefined if there is none. Half a fact does not count. */
export function readNotes(text: string): JsonObject | undefined {
  const lines = text.split('\n').filter((each) => each.startsWith(LABEL))
  const read = lines.map((line) => readLine(line.slice(LABEL.length)) ?? {})
  if (read[0] === undefined) return undefined
  const said = Map.groupBy(read.flatMap(entriesOf), (entry) => JSON.stringify(Object.values(entry)))
  const agreed = [...said.values()].flatMap(([entry, ...same]) =>
    entry !== undefined && (same.length + 1) * 2 > read.length ? [entry] : [],
  )
  const plain = Object.entries(read[0]).filter(([, value]) => !isJsonObject(value))
  return agreed.reduce(withEntry, Object.fromEntries(plain) as JsonObject)
}

function readLine(notes: string): JsonObject | undefined {
  if (notes.startsWith('{')) return asObject(parseJson(notes))
  return / is \S+\.(?= |$)/.test(notes) ? readSentences(notes) : readDense(notes)
}

/** One fact of a state: an entry of one of its maps. */
export interface Entry {
  readonly field: string
  readonly key: string
  readonly value: JsonValue
}

export function entriesOf(state: JsonObject): readonly Entry[] {
  return Object.entries(state).flatMap(([field, map]) =>
    isJsonObject(map) ? Object.entries(map).map(([key, value]) => ({ field, key, value })) : [],
  )
}

export function withoutEntry(state: JsonObject, { field, key }: Entry): JsonObject {
  const { [key]: _, ...rest } = asObject(state[field]) ?? {}
  return { ...state, [field]: rest }
}

export function withEntry(state: JsonObject, { field, key, value }: Entry): JsonObject {
  return { ...state, [field]: { ...asObject(state[field]), [key]: value } }
}

const writers: Readonly<Record<NoteForm, (state: JsonObject) => string>> = {
  json: (state) => JSON.stringify(state),
  sentences: (state) =>
    Object.entries(state)
      .flatMap(([field, value]) =>
        isJsonObject(value)
          ? Object.entries(value).map(([key, fact]) => `${field} ${key} is ${token(fact)}.`)
          : [`${field} is ${token(value)}.`],
      )
      .join(' '),
  dense: (state) =>
    Object.entries(state)
      .map(([field, value]) => `${field} ${isJsonObject(value) ? denseMap(value) : token(value)}`)
      .join('; '),
}

/** A value without a space: as it is if it is a plain word, else JSON behind a tilde. */
function token(value: JsonValue): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value
  return `~${JSON.stringify(value).replace(/[ ;|]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}`
}

function untoken(text: string): JsonValue | undefined {
  return text.startsWith('~') ? parseJson(text.slice(1)) : text
}

/** `shelf_*=item_* 4=7 12=3`: what all keys, and all values, begin with is said once; objects are rows below their keys. */
function denseMap(map: JsonObject): string {
  const columns = [...new Set(Object.values(map).flatMap((value) => Object.keys(asObject(value) ?? {})))]
  const isTable = columns.every((column) => /^\w+$/.test(column)) && Object.values(map).every(isJsonObject)
  const shown = isTable ? columns : []
  const entries = Object.entries(map).map(([key, value]) => [key, cellsOf(value, shown)] as const)
  const keys = stem(entries.map(([key]) => key))
  const values = shown.length > 0 ? '' : stem(entries.map(([, value]) => value))
  const facts = entries.map(([key, value]) => `${key.slice(keys.length)}=${value.slice(values.length)}`)
  return [`${keys}*=${values}*${shown.join('|')}`, ...facts].join(' ')
}

function cellsOf(value: JsonValue, columns: readonly string[]): string {
  if (columns.length === 0) return token(value)
  return columns.map((column) => cell(asObject(value)?.[column])).join('|')
}

/** Nothing if there is no value; a list of plain words with plus signs. */
function cell(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  const words = Array.isArray(value)
    ? value.filter((word) => typeof word === 'string' && PLAIN.test(word))
    : []
  const isWords = Array.isArray(value) && words.length > 0 && words.length === value.length
  return isWords ? `+${words.join('+')}` : token(value)
}

function readCells(text: string, columns: readonly string[]): JsonValue | undefined {
  if (columns.length === 0) return untoken(text)
  const cells = text.split('|').flatMap((cell, at): [string, JsonValue][] => {
    const value = cell.startsWith('+') ? cell.slice(1).split('+') : untoken(cell)
    return cell === '' || value === undefined ? [] : [[columns[at] ?? '', value]]
  })
  return Object.fromEntries(cells)
}

/** The beginning up to an underscore that all texts share. */
function stem([first = '', ...others]: readonly string[]): string {
  const own = /^[a-z]+_(?=.)/.exec(first)?.[0] ?? ''
  return others.every((each) => each.startsWith(own)) ? own : ''
}

function readSentences(text: string): JsonObject {
  let state: JsonObject = {}
  for (const [, field, name = '', fact = ''] of text.matchAll(/(?:(\S+) )?(\S+) is (\S+)\.(?= |$)/g)) {
    const value = untoken(fact)
    if (value === undefined) continue
    state = field === undefined ? { ...state, [name]: value } : withEntry(state, { field, key: name, value })
  }
  return state
}

function readDense(text: string): JsonObject {
  const fields = text
    .split('; ')
    .filter(Boolean)
    .map((part): JsonObject => {
      const [field = '', head = '', ...facts] = part.split(' ')
      const [, keys, values, names = ''] = /^(\w*)\*=(\w*)\*([\w|]*)$/.exec(head) ?? []
      if (keys === undefined || values === undefined) return { [field]: untoken(head) ?? null }
      const columns = names.split('|').filter(Boolean)
      const entries = facts.flatMap((fact) => {
        const at = fact.indexOf('=')
        const value = at === -1 ? undefined : readCells(`${values}${fact.slice(at + 1)}`, columns)
        return value === undefined ? [] : [[`${keys}${fact.slice(0, at)}`, value] as const]
      })
      return { [field]: Object.fromEntries(entries) }
    })
  return fields.reduce((state, field) => merged(state, field), {})
}

function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}
