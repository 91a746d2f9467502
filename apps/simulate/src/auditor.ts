import { chainOf, type StoredRecord } from '@skill-state/core/journal'
import { callsOf, isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { World } from './world.ts'

/** What became of a message, by the journal. */
type MessageEnd = 'received' | 'open' | 'replied' | 'finished' | 'stopped' | 'failed' | 'limit' | 'withdrawn'

interface Decided {
  readonly index: number
  readonly patch: JsonObject | undefined
  /** Its calls, which are several if it is a list. */
  readonly places: readonly string[]
  readonly isList: boolean
  readonly isUndoneIfRefused: boolean
  readonly waiting: Set<string>
}

interface Body extends JsonObject {
  readonly action: JsonObject
  readonly text: string
}

/**
 * Reads the records of a session as they come, from outside and by rules of its own: so that what a session says of itself is
 * judged by something else than its own code.
 */
export class Auditor {
  readonly #world: World
  readonly #seen: StoredRecord[] = []
  /** Messages by their text, in the order in which they came. */
  readonly messages: Map<string, MessageEnd> = new Map()
  /** Calls by their places: the step, and in a list which of its calls. */
  readonly decisions: Map<string, JsonObject> = new Map()
  readonly answers: Map<string, string> = new Map()
  readonly approved: Set<string> = new Set()
  /** Receipts that rules must have taken from results. */
  readonly receipts: string[] = []
  #inbox: string[] = []
  #open: string | undefined
  pending: Decided | undefined
  index: number = 0
  state: JsonObject = {}
  /** Tokens on record as used. */
  tokens: number = 0

  constructor(world: World) {
    this.#world = world
  }

  /** Records so far. */
  get count(): number {
    return this.#seen.length
  }

  /** The message whose turn is open. */
  get open(): string | undefined {
    return this.#open
  }

  /** Reads what is new. What was there before must be there still. */
  read(records: readonly StoredRecord[]): void {
    const world = this.#world
    const last = this.#seen.at(-1)
    const isSame = records[this.#seen.length - 1]?.chain === last?.chain
    world.ensure(
      isSame,
      'no record is ever changed or removed',
      () => `record ${this.#seen.length} is another one`,
    )
    if (world.finding) return
    for (let at = this.#seen.length; at < records.length; at += 1) {
      const record = records[at]
      const previous = this.#seen.at(-1)?.chain ?? ''
      const isNext = record !== undefined && chainOf(previous, record.body) === record.chain
      world.ensure(isNext, 'each record follows the one before', () => `record ${at + 1} does not`)
      if (record === undefined || !isNext) return
      this.#seen.push(record)
      this.#take(JSON.parse(record.body) as Body)
    }
  }

  #take(body: Body): void {
    const [kind = ''] = Object.keys(body)
    const index = Number(body[kind])
    const { spent } = body
    if (isJsonObject(spent)) this.#spend(spent)
    if (kind === 'spent') this.#spend(body.counts as JsonObject)
    else if (kind === 'open' || kind === 'snapshot') this.#base(kind, body)
    else if (kind === 'received') this.#received(body)
    else if (kind === 'withdrawn') this.#withdrawn(Number(body.from), Number(body.count))
    else if (kind === 'resumed') this.#resumed(body)
    else if (kind === 'decided') this.#decided(index, body)
    else if (kind === 'answered') this.#answered(index, body)
    else if (kind === 'closed') this.#close(body.end as MessageEnd)
    else if (this.pending) this.#progressed(kind, this.pending, placeOf(index, body.call as never), body)
  }

  /** Something of a call that is under way. */
  #progressed(kind: string, pending: Decided, place: string, { action, text, refused }: Body): void {
    const isOfList = place === `${pending.index}` && pending.isList
    if (kind === 'waiting' && isOfList) {
      this.#waits(pending)
      return
    }
    const isPending = pending.places.includes(place) && !this.answers.has(place)
    this.#world.ensure(isPending, 'a call ends once', `${kind} ${place}`)
    if (kind === 'waiting') pending.waiting.add(place)
    else pending.waiting.delete(place)
    if (kind === 'called') this.#ended(place, text, refused === true)
    if (kind !== 'approved') return
    this.approved.add(place)
    if (action !== undefined) this.decisions.set(place, action)
  }

  /** A list waits once all have ended or wait themselves, but for those behind a call that runs alone. */
  #waits({ places, waiting }: Decided): void {
    const isOver = (place: string): boolean => this.answers.has(place) || waiting.has(place)
    const first = places.findIndex((place) => !isOver(place))
    const mayRest = places.slice(0, first + 1).some((place) => 'book' in (this.decisions.get(place) ?? {}))
    this.#world.ensure(first < 0 || mayRest, 'a call holds back no other', () => `${places[first]}`)
  }

  #ended(place: string, text: string, isRefused: boolean): void {
    this.answers.set(place, text)
    const isBooked = !isRefused && 'book' in (this.decisions.get(place) ?? {})
    const receipt = isBooked ? /"receipt":"(b[\d/a-z]+)"/.exec(text)?.[1] : undefined
    if (receipt !== undefined) this.receipts.push(receipt)
  }

  #base(kind: string, body: JsonObject): void {
    const state = body.state as JsonObject
    if (kind === 'open') this.state = state
    else this.check(state, 'a snapshot')
  }

  /** A state that a session, a prompt or a record shows must be the merge of the accepted patches. */
  check(state: JsonValue, what: string): void {
    const [found, expected] = [canonical(state), canonical(this.state)]
    this.#world.ensure(found === expected, 'the state is the merge of the accepted patches', () => {
      return `${what} has ${found}, expected ${expected}`
    })
  }

  #spend(spent: JsonObject): void {
    const tokens = Number(spent.inputTokens) + Number(spent.outputTokens)
    const isCounted = typeof spent.inputTokens === 'number' && typeof spent.outputTokens === 'number'
    this.#world.ensure(isCounted && tokens >= 0, 'what was spent is a number', () => JSON.stringify(spent))
    this.tokens = tokens
  }

  #received({ text }: JsonObject): void {
    const message = text as string
    this.#world.ensure(!this.messages.has(message), 'a message is recorded once', () => message.slice(0, 30))
    this.messages.set(message, 'received')
    this.#inbox.push(message)
  }

  #withdrawn(from: number, count: number): void {
    for (const text of this.#inbox.splice(from, count)) this.messages.set(text, 'withdrawn')
  }

  #resumed(body: JsonObject): void {
    const taken = this.#inbox.splice(0, Number(body.taken ?? 0))
    this.#world.ensure(taken.length < 2, 'a turn answers one message', () => taken.join())
    const [text] = taken
    if (text === undefined) return
    this.#world.ensure(
      this.#open === undefined,
      'one turn is open at a time',
      () => `${this.#open} and ${text}`,
    )
    this.#open = text
    this.messages.set(text, 'open')
  }

  #decided(index: number, { patch, action, commit }: Body): void {
    this.#world.ensure(!this.pending && index === this.index, 'one decision is pending', `step ${index}`)
    const list = callsOf(action)
    const places = list ? list.map((_, call) => placeOf(index, call)) : [placeOf(index)]
    for (const [at, place] of places.entries()) this.decisions.set(place, list?.[at] ?? action)
    this.pending = {
      index,
      patch: patch as JsonObject | undefined,
      places,
      isList: list !== undefined,
      isUndoneIfRefused: commit === 'after-accept',
      waiting: new Set(),
    }
  }

  #answered(index: number, { text, refused, done, waiting }: Body): void {
    const { pending } = this
    if (!pending) return
    if (pending.patch && !(pending.isUndoneIfRefused && refused))
      this.state = merged(this.state, pending.patch)
    if (pending.isList) this.#answeredList(pending, text)
    else this.#ended(placeOf(index), text, refused === true)
    this.pending = undefined
    this.index = index + 1
    if (done) this.#close('finished')
    else if (isJsonObject(waiting) && waiting.for === 'reply') this.#close('replied')
  }

  /** A list is answered once all of its calls have ended, with the result of each. */
  #answeredList({ index, places }: Decided, text: string): void {
    for (const place of places) {
      const result = this.answers.get(place)
      const isShown = result !== undefined && tokensIn(result).every((token) => text.includes(token))
      this.#world.ensure(isShown, 'a list is answered with the result of each call', place)
    }
    this.answers.set(placeOf(index), text)
  }

  #close(end: MessageEnd): void {
    if (this.#open !== undefined) this.messages.set(this.#open, end)
    this.#open = undefined
  }
}

/** Names a call: by its step, and if it is one of a list by its number there. */
export function placeOf(index: number, call?: number): string {
  return call === undefined ? `${index}` : `${index}/${call}`
}

/** The words by which results are known again. */
export function tokensIn(text: string): readonly string[] {
  return text.match(/\br\d+(\/\d)?\./g) ?? []
}

/** RFC 7396. */
function merged(target: JsonValue | undefined, patch: JsonValue): never {
  if (!isJsonObject(patch)) return patch as never
  const next: Record<string, JsonValue> = isJsonObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete next[key]
    else next[key] = merged(next[key], value)
  }
  return next as never
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, each: JsonValue) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
}
