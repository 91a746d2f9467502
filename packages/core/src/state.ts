import { isJsonObject, type JsonObject, type JsonValue, SkillStateError } from '@skill-state/protocol'
import { type Entries, entriesOf } from './_entries.ts'
import { setOwn } from './_own.ts'
import { MAX_DEPTH } from './limits.ts'
import { dumps, quote } from './python-json.ts'

/** A value of a state: a nested level, or an array or scalar, which change only as a whole. */
export type StateValue = State | Exclude<JsonValue, JsonObject>

/**
 * Σ, or one nested level of it: an immutable JSON object that is cheap to change and to write at any size.
 *
 * `with` and `without` give a new state in nearly constant time; earlier states stay as they are. Text is kept
 * per entry and per chunk of entries, so that writing costs what has changed. Keys have the order that
 * JavaScript gives an object: integer-like ones first, ascending, then the others as they came.
 *
 * The index from key to place belongs to the newest state and passes on to the next. An older state that is
 * asked again builds its own, in time linear in its keys.
 */
export class State {
  /** The state without keys. */
  static readonly EMPTY: State = State.over({})

  #entries: Entries<StateValue> | undefined
  #index: Map<string, number> | undefined
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

  /** Number of keys. */
  get size(): number {
    return this.#read().size
  }

  /** The value of an own key; undefined where there is none. */
  get(key: string): StateValue | undefined {
    const place = this.#places().get(key)
    return place === undefined ? undefined : this.#read().at(place)?.value
  }

  /** Keys and values in their order. */
  *entries(): Generator<readonly [string, StateValue], void, undefined> {
    for (const { key, value } of this.#read().live()) yield [key, value]
  }

  /** This state with one key set: in its place where the key exists, else where a new key belongs. */
  with(key: string, value: StateValue): State {
    const entries = this.#read()
    const places = this.#places()
    const place = places.get(key)
    if (place !== undefined) {
      if (Object.is(entries.at(place)?.value, value)) return this
      return this.#next(entries.replaced(place, { key, value }))
    }
    if (!entries.endsBefore(key)) return new State(entries.inserted({ key, value }), undefined)
    const longer = entries.appended({ key, value })
    places.set(key, longer.end - 1)
    return this.#next(longer)
  }

  /** This state without the key; itself where it has no such key. */
  without(key: string): State {
    const entries = this.#read()
    const place = this.#places().get(key)
    if (place === undefined) return this
    const shorter = entries.replaced(place, undefined)
    if (shorter.sparse) return new State(shorter.compacted(), undefined)
    this.#places().delete(key)
    return this.#next(shorter)
  }

  /** The text that Python's `json.dumps` gives with `separators=(',', ':')`. ASCII: its length is in characters. */
  get text(): string {
    this.#text ??= this.#entries
      ? `{${this.#entries.text(({ key, value }) => `${quote(key)}:${valueText(value)}`)}}`
      : dumps(this.toJSON(), { separators: [',', ':'] })
    return this.#text
  }

  /** A plain object that must not be changed, made once; what two states share is one object in both. */
  toJSON(): JsonObject {
    if (this.#json === undefined) {
      const json: { [key: string]: JsonValue } = {}
      for (const [key, value] of this.entries()) setOwn(json, key, toJsonValue(value))
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

  #places(): Map<string, number> {
    this.#index ??= this.#read().places()
    return this.#index
  }

  #next(entries: Entries<StateValue>): State {
    const next = new State(entries, undefined)
    next.#index = this.#index
    this.#index = undefined
    return next
  }
}

/** A value as a state holds it: a frozen copy, in which 0 has no sign. Throws `invalid-patch` beyond the levels. */
export function toStateValue(value: JsonValue, levels: number = MAX_DEPTH): StateValue {
  return overValue(frozenCopy(value, levels))
}

/** A state's value as plain JSON, not to be changed. */
export function toJsonValue(value: StateValue): JsonValue {
  return value instanceof State ? value.toJSON() : value
}

function overValue(value: JsonValue): StateValue {
  return isJsonObject(value) ? State.over(value) : value
}

function valueText(value: StateValue): string {
  if (value instanceof State) return value.text
  return typeof value === 'string' ? quote(value) : dumps(value, { separators: [',', ':'] })
}

function frozenCopy(value: JsonValue, levels: number): JsonValue {
  if (value === 0) return 0
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) throw tooDeep()
  if (!isJsonObject(value)) return Object.freeze(value.map((item) => frozenCopy(item, levels - 1)))
  const copy: { [key: string]: JsonValue } = {}
  for (const [key, child] of Object.entries(value)) setOwn(copy, key, frozenCopy(child, levels - 1))
  return Object.freeze(copy)
}

export function tooDeep(): SkillStateError {
  return new SkillStateError('invalid-patch', `expected at most ${MAX_DEPTH} levels of nesting`)
}
