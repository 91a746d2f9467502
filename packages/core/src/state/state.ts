import { isJsonObject, type JsonObject, type JsonValue, SkillStateError } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { isPlain } from '../json/is-plain.ts'
import { MAX_DEPTH } from '../json/limits.ts'
import { compact, quote } from '../json/python-json.ts'
import { type Entries, type Entry, entriesOf, isIndex } from './entries.ts'
import { setOwn } from './own.ts'

/** A value of a state: a nested level, or an array or scalar, which change only as a whole. */
export type StateValue = State | Exclude<JsonValue, JsonObject>

/**
 * Σ, or one nested level of it: an immutable JSON object that is cheap to change and to write at any size.
 *
 * `with` and `without` give a new state in nearly constant time; earlier states stay as they are. Text is kept
 * per entry and per chunk of entries, so that writing costs what has changed. Keys have the order that
 * JavaScript gives an object: integer-like ones first, ascending, then the others as they came.
 *
 * Of a line of states one owns the index from key to place, and the later ones say by how much they differ. A state
 * from before the owner that is asked again builds an index of its own, in time linear in its keys. So does a new
 * integer-like key that belongs before a key which is there.
 */
export class State {
  static readonly EMPTY: State = State.over({})

  #entries: Entries<StateValue> | undefined
  #index: Index | undefined
  /** Whose places the index holds, where they are another state's; this state differs from it by `#moves`. */
  #base: State | undefined
  #moves: Move | undefined
  #json: JsonObject | undefined
  #text: string | undefined

  private constructor(entries: Entries<StateValue> | undefined, json: JsonObject | undefined) {
    this.#entries = entries
    this.#json = json
  }

  /** The state that holds a copy of this object. Throws `invalid-patch` for more than `MAX_DEPTH` levels. */
  static from(json: JsonObject): State {
    return State.over(frozenCopy(json, MAX_DEPTH) as JsonObject)
  }

  /** The state that holds this object itself, which must not change any more. Constant time. */
  static over(json: JsonObject): State {
    return new State(undefined, json)
  }

  get size(): number {
    return this.#read().size
  }

  /** The value of an own key; undefined if there is none. */
  get(key: string): StateValue | undefined {
    const place = this.#placeOf(key)
    return place === undefined ? undefined : this.#read().at(place)?.value
  }

  *entries(): Generator<readonly [string, StateValue], void, undefined> {
    for (const { key, value } of this.#read().live()) yield [key, value]
  }

  /** This state with one key set: in its place if the key exists, else in the place of a new key. */
  with(key: string, value: StateValue): State {
    const entries = this.#read()
    const place = this.#placeOf(key)
    if (place !== undefined) {
      if (Object.is(entries.at(place)?.value, value)) return this
      return this.#next(entries.replaced(place, { key, value }))
    }
    if (!entries.endsBefore(key)) return new State(entries.inserted({ key, value }), undefined)
    const longer = entries.appended({ key, value })
    return this.#next(longer, { key, place: longer.end - 1 })
  }

  /** With the key as the last one, but for keys that JavaScript orders itself. */
  withLast(key: string, value: StateValue): State {
    const entries = this.#read()
    const place = this.#placeOf(key)
    if (place === undefined || place === entries.end - 1 || isIndex(key)) return this.with(key, value)
    const longer = entries.replaced(place, undefined).appended({ key, value })
    if (longer.sparse) return new State(longer.compacted(), undefined)
    return this.#next(longer, { key, place: longer.end - 1 })
  }

  /** This state without the key; itself if it has no such key. */
  without(key: string): State {
    const entries = this.#read()
    const place = this.#placeOf(key)
    if (place === undefined) return this
    const shorter = entries.replaced(place, undefined)
    if (shorter.sparse) return new State(shorter.compacted(), undefined)
    return this.#next(shorter, { key, place: undefined })
  }

  /** The text that Python's `json.dumps` gives with `separators=(',', ':')`. ASCII: its length is in characters. */
  get text(): string {
    this.#text ??= this.#entries ? `{${this.#entries.text(entryText)}}` : compact(this.toJSON())
    return this.#text
  }

  /** A plain object that must not be changed, made once; what two states share is one object in both. */
  toJSON(): JsonObject {
    if (this.#json === undefined) {
      const json: { [key: string]: JsonValue } = {}
      for (const { key, value } of this.#read().live()) setOwn(json, key, toJsonValue(value))
      this.#json = Object.freeze(json)
    }
    return this.#json
  }

  #read(): Entries<StateValue> {
    if (this.#entries === undefined) {
      const entries = Object.entries(this.#json ?? {})
      this.#entries = entriesOf(entries.map(([key, value]) => ({ key, value: overValue(value) })))
    }
    return this.#entries
  }

  /** Makes this state the owner of its index, so that it stays quick to ask while others are made of it. */
  own(): this {
    const index = this.#index
    if (index?.owner === this) return this
    if (index !== undefined && index.owner === this.#base) {
      for (const { key, place } of inOrder(this.#moves)) {
        if (place === undefined) index.places.delete(key)
        else index.places.set(key, place)
      }
      index.owner = this
    } else {
      this.#index = { places: this.#read().places(), owner: this }
    }
    this.#base = undefined
    this.#moves = undefined
    return this
  }

  #placeOf(key: string): number | undefined {
    const index = this.#index
    if (index === undefined || (index.owner !== this && index.owner !== this.#base)) this.own()
    for (let move = this.#moves; move !== undefined; move = move.before) {
      if (move.key === key) return move.place
    }
    return this.#index?.places.get(key)
  }

  #next(
    entries: Entries<StateValue>,
    move?: { readonly key: string; readonly place: number | undefined },
  ): State {
    if ((this.#moves?.count ?? 0) >= MOST_MOVES) this.own()
    const next = new State(entries, undefined)
    next.#index = this.#index
    next.#base = this.#base ?? this
    next.#moves = move ? { ...move, before: this.#moves, count: (this.#moves?.count ?? 0) + 1 } : this.#moves
    return next
  }
}

/** The index of each key in the entries of its owner. */
interface Index {
  readonly places: Map<string, number>
  owner: State
}

/** A key that came, or went: what a state's index differs by from its owner's. The latest is first. */
interface Move {
  readonly key: string
  readonly place: number | undefined
  readonly before: Move | undefined
  readonly count: number
}

/** Moves that a look-up passes at most; only the patch that is being merged makes them. */
const MOST_MOVES = 64

function inOrder(latest: Move | undefined): Move[] {
  const moves: Move[] = []
  for (let move = latest; move !== undefined; move = move.before) moves.push(move)
  return moves.reverse()
}

/** A value as a state holds it: a frozen copy, in which 0 has no sign. Throws `invalid-patch` beyond the levels. */
export function toStateValue(value: JsonValue, levels: number = MAX_DEPTH): StateValue {
  return overValue(frozenCopy(value, levels))
}

/** A value of a state, or of the JSON inside one of its arrays, as plain JSON that must not be changed. */
export function toJsonValue(value: State | JsonValue): JsonValue {
  return value instanceof State ? value.toJSON() : value
}

const overValue = (value: JsonValue): StateValue => (isJsonObject(value) ? State.over(value) : value)

function entryText(entry: Entry<StateValue>): string {
  const { key, value } = entry
  entry.text ??= `${quote(key)}:${value instanceof State ? value.text : compact(value)}`
  return entry.text
}

function frozenCopy(value: JsonValue, levels: number): JsonValue {
  if (value === 0) return 0
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (Number.isFinite(value)) return value
    throw notJson(value)
  }
  if (levels === 0) throw tooDeep()
  // `Array.from` reads a hole as undefined, which is rejected.
  if (Array.isArray(value)) return Object.freeze(Array.from(value, (item) => frozenCopy(item, levels - 1)))
  if (!isPlain(value)) throw notJson(value)
  // To copy it at once is several times faster than key by key.
  const copy: { [key: string]: JsonValue } = { ...value }
  for (const key of Object.keys(copy)) {
    const child = copy[key] as JsonValue
    const held = frozenCopy(child, levels - 1)
    if (!Object.is(held, child)) setOwn(copy, key, held)
  }
  return Object.freeze(copy)
}

export function notJson(value: unknown): SkillStateError {
  return new SkillStateError('invalid-patch', `expected JSON, found ${describeValue(value)}`)
}

export function tooDeep(): SkillStateError {
  return new SkillStateError('invalid-patch', `expected at most ${MAX_DEPTH} levels of nesting`)
}
