import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { MAX_DEPTH } from '../json/limits.ts'
import { quote } from '../json/python-json.ts'
import { type Entry, isIndex } from '../state/entries.ts'
import { entryText, State, type StateValue, toStateValue } from '../state/state.ts'

/** Large, because the text of a chunk is cut, and seldom written again. */
const CHUNK = 64

/** Characters from which on a text is written again, because to cut it would copy it. */
const LONG = 8_192

type Item = Entry<StateValue | Ordered>

interface Chunk {
  /** A key that was moved or deleted leaves a hole. */
  readonly items: (Item | undefined)[]
  /** Of the first items: so many as `written` says. */
  text: string
  written: number
}

/**
 * A level of JSON whose keys have the order of their last change, integer-like ones first. It changes in place, at a cost
 * that does not grow with its size, and keeps its text in pieces.
 */
export class Ordered {
  readonly #places: Map<string, number> = new Map()
  #chunks: Chunk[] = []
  #end = 0
  #text: string | undefined

  constructor(state: State) {
    for (const entry of state.list()) this.#append(entry)
  }

  get(key: string): StateValue | Ordered | undefined {
    return this.#at(this.#places.get(key))?.value
  }

  /** Sets a key, as the last one. Nothing changes if it has the value. */
  set(key: string, value: StateValue): void {
    if (value !== this.get(key)) this.#put({ key, value })
  }

  delete(key: string): void {
    const place = this.#places.get(key)
    if (place === undefined) return
    this.#replace(place, undefined)
    this.#places.delete(key)
  }

  /** Changes the level below a key, which becomes the last one. If there is no level, a new one begins as given. */
  within(key: string, change: (level: Ordered) => unknown, start: () => State = () => State.EMPTY): void {
    const was = this.get(key)
    const level = was instanceof Ordered ? was : new Ordered(was instanceof State ? was : start())
    change(level)
    this.#put({ key, value: level })
  }

  get text(): string {
    if (this.#text === undefined) {
      let text = ''
      for (const chunk of this.#chunks) text = joined(text, chunkText(chunk))
      this.#text = `{${text}}`
    }
    return this.#text
  }

  toState(): State {
    return State.of(this.#list().map((item) => entryOf(item)))
  }

  /** A state with this as a patch: what is in the patch comes last. Cuts the text of the state, whose keys it goes through. */
  over(base: State): State {
    const items = this.#list()
    if (items.some(({ key }) => isIndex(key))) return overIndexes(base, items)
    const entries: Entry<StateValue>[] = []
    const levels = new Map<string, StateValue>()
    const whole = base.text
    let text = ''
    let from = 1
    let at = 1
    for (const entry of base.list()) {
      const next = at + (entry.text ?? entryText(entry)).length + 1
      if (this.#places.has(entry.key)) {
        if (entry.value instanceof State) levels.set(entry.key, entry.value)
        if (from < at) text = joined(text, whole.slice(from, at - 1))
        from = next
      } else entries.push(entry)
      at = next
    }
    text = joined(text, whole.slice(from, at - 1))
    for (const item of items) {
      if (item.value === null) continue
      const entry = entryOf(item, levels.get(item.key))
      entries.push(entry)
      text = joined(text, entryText(entry))
    }
    return State.of(entries, `{${text}}`)
  }

  #list(): Item[] {
    const list: Item[] = []
    for (const { items } of this.#chunks) for (const item of items) if (item) list.push(item)
    return list
  }

  #at(place: number | undefined): Item | undefined {
    return place === undefined ? undefined : this.#chunks[Math.floor(place / CHUNK)]?.items[place % CHUNK]
  }

  #put(item: Item): void {
    const place = this.#places.get(item.key)
    if (place !== undefined && (place === this.#end - 1 || isIndex(item.key))) this.#replace(place, item)
    else if (place === undefined && isIndex(item.key)) this.#insert(item)
    else {
      if (place !== undefined) this.#replace(place, undefined)
      if (this.#end > CHUNK && this.#end > this.#places.size * 2) this.#fill(this.#list())
      this.#append(item)
    }
  }

  #insert(item: Item): void {
    const items = this.#list()
    const next = items.findIndex(({ key }) => !(isIndex(key) && Number(key) < Number(item.key)))
    if (next === -1) this.#append(item)
    else this.#fill(items.toSpliced(next, 0, item))
  }

  #replace(place: number, item: Item | undefined): void {
    const [chunk, at] = [this.#chunks[Math.floor(place / CHUNK)], place % CHUNK]
    if (chunk === undefined) return
    if (at < chunk.written) cut(chunk, at, item !== undefined)
    chunk.items[at] = item
    this.#text = undefined
  }

  #append(item: Item): void {
    const chunk = this.#chunks[Math.floor(this.#end / CHUNK)]
    if (chunk) chunk.items.push(item)
    else this.#chunks.push({ items: [item], text: '', written: 0 })
    this.#text = undefined
    this.#places.set(item.key, this.#end)
    this.#end += 1
  }

  #fill(items: readonly Item[]): void {
    this.#chunks = []
    this.#places.clear()
    this.#end = 0
    for (const item of items) this.#append(item)
  }
}

/** An item as an entry of a state: merged into the level below its key, if there is one. */
function entryOf(item: Item, below?: StateValue): Entry<StateValue> {
  const { key, value } = item
  if (!(value instanceof Ordered)) return item as Entry<StateValue>
  return { key, value: below instanceof State ? value.over(below) : value.toState() }
}

function overIndexes(base: State, items: readonly Item[]): State {
  let state = base
  for (const item of items) {
    const { key, value } = entryOf(item, base.get(item.key))
    const moved = value === null || !isIndex(key) ? state.without(key) : state
    state = value === null ? moved : moved.with(key, value)
  }
  return state
}

function chunkText(chunk: Chunk): string {
  const { items, written } = chunk
  if (written < items.length) {
    for (let at = written; at < items.length; at += 1) {
      const item = items[at]
      if (item) chunk.text = joined(chunk.text, itemText(item))
    }
    chunk.written = items.length
    const isDue = Math.floor(written / PIECES) < Math.floor(items.length / PIECES)
    if (isDue && chunk.text.length < LONG) inOnePiece(chunk.text)
  }
  return chunk.text
}

/** Items whose texts may be pieces of a chunk's. */
const PIECES = 16

function itemText(item: Item): string {
  const { key, value } = item
  if (!(value instanceof Ordered)) return entryText(item as Entry<StateValue>)
  item.text ??= `${quote(key)}:${value.text}`
  return item.text
}

function joined(text: string, more: string): string {
  if (more === '') return text
  return text === '' ? more : `${text},${more}`
}

/** Takes an item out of the text that is written, and with `isReplaced` those after it too. */
function cut(chunk: Chunk, place: number, isReplaced: boolean): void {
  const { items, text } = chunk
  if (text.length > LONG) {
    chunk.text = ''
    chunk.written = 0
    return
  }
  let start = 0
  for (let at = 0; at < place; at += 1) {
    const before = items[at]?.text
    if (before !== undefined) start += before.length + 1
  }
  const head = start === 0 ? '' : text.slice(0, start - 1)
  if (isReplaced) {
    chunk.text = head
    chunk.written = place
  } else chunk.text = inOnePiece(joined(head, text.slice(start + (items[place]?.text ?? '').length + 1)))
}

let _piece = 0

/** The text, laid out in memory: what is joined of pieces would be so again in each text that it becomes part of. */
export function inOnePiece(text: string): string {
  _piece = text.charCodeAt(0)
  return text
}

/** Merges a patch into a level. What it changes becomes the last. */
export function reorder(level: Ordered, patch: JsonObject): Ordered {
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    if (value === null || value === undefined) level.delete(key)
    else if (isJsonObject(value)) level.within(key, (below) => reorder(below, value))
    else level.set(key, toStateValue(value, MAX_DEPTH))
  }
  return level
}

/** Adds a patch to the patch from a base: what it writes becomes the last, and null what the base has and it deletes. */
export function overlay(level: Ordered, base: () => StateValue | undefined, patch: JsonObject): Ordered {
  const below = (key: string): StateValue | undefined => {
    const level = base()
    return level instanceof State ? level.get(key) : undefined
  }
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    if (value === null || value === undefined) {
      if (below(key) === undefined) level.delete(key)
      else level.set(key, null)
    } else if (isJsonObject(value)) {
      // An object in the place of another value has nothing of the object that the base has there.
      const start = level.get(key) === undefined ? undefined : () => deletions(below(key))
      level.within(key, (over) => overlay(over, () => below(key), value), start)
    } else level.set(key, toStateValue(value, MAX_DEPTH))
  }
  return level
}

function deletions(level: StateValue | undefined): State {
  if (!(level instanceof State)) return State.EMPTY
  return State.from(Object.fromEntries(level.list().map(({ key }) => [key, null])))
}
