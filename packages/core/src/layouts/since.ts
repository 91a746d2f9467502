import type { JsonObject } from '@skill-state/protocol'
import { compact } from '../json/python-json.ts'
import { State } from '../state/state.ts'
import { laidOver, overlay, reorder } from './reorder.ts'

/** How a prompt wrote Σ_t: whole, or as the last whole one and what was done to it since. */
export type Written = 'base' | 'log' | 'overlay'

/** A patch in a line of patches, after those before it. */
interface Link {
  readonly before: Link | undefined
  readonly patch: JsonObject
}

/** Patches that are kept one by one: more say the same as one, for a line of them must not grow for ever. */
const MAX_PATCHES = 1_000

/** Up to so many patches each is followed alone. More are taken as the one patch that they make. */
const FEW = 3

/** What was done to a state since a prompt wrote it whole. Immutable: a step gives the next one. */
export class Since {
  readonly steps: number
  readonly #whole: Whole
  readonly #last: Link
  readonly #count: number

  private constructor(whole: Whole, last: Link, count: number, steps: number) {
    this.#whole = whole
    this.#last = last
    this.#count = count
    this.steps = steps
  }

  /** Begins with a state that is written whole now: what is known of its past decides the order of its keys. */
  static begin(state: State, past?: Since): Since {
    const whole = wholeOf(past ? past.#reordered() : state)
    return new Since(whole, whole.first, 0, 0)
  }

  /** As it is on record. */
  static from(base: State, patches: readonly JsonObject[], steps: number): Since {
    const since = patches.reduce<Since>((before, patch) => before.next(patch), Since.begin(base))
    return new Since(since.#whole, since.#last, since.#count, steps)
  }

  next(patch: JsonObject = {}): Since {
    const [whole, steps] = [this.#whole, this.steps + 1]
    if (Object.keys(patch).length === 0) return new Since(whole, this.#last, this.#count, steps)
    const last = { before: this.#last, patch }
    if (this.#count < MAX_PATCHES) return new Since(whole, last, this.#count + 1, steps)
    return new Since(whole, { before: whole.first, patch: whole.overlay.at(last).toJSON() }, 1, steps)
  }

  /** Σ as it was written whole, what changed last at its end. */
  get base(): State {
    return this.#whole.base
  }

  get text(): string {
    return inOnePiece(this.base.text)
  }

  /** The patches of all steps that had one, oldest first. */
  get patches(): readonly JsonObject[] {
    return linksAfter(this.#whole.first, this.#last)?.map(({ patch }) => patch) ?? []
  }

  /** The same, each on a line of its own, and the last of these lines. */
  get log(): Log {
    return this.#whole.log.at(this.#last)
  }

  /** The text of the patch Δ with base ⊕ Δ = Σ_t: what has changed, with its present value, null for what is gone; last changes last. */
  get overlay(): string {
    return this.#whole.overlay.at(this.#last).text
  }

  /** Σ_t, what changed last at its end. */
  #reordered(): State {
    const { base, overlay: changed, order } = this.#whole
    return this.#count > FEW ? laidOver(base, changed.at(this.#last)) : order.at(this.#last)
  }
}

/** A state that was written whole, and what the patches since make of it, and are. */
interface Whole {
  readonly base: State
  readonly first: Link
  readonly order: Following<State>
  readonly overlay: Following<State>
  readonly log: Following<Log>
}

function wholeOf(base: State): Whole {
  const first: Link = { before: undefined, patch: {} }
  return {
    base,
    first,
    order: new Following(first, base, reorder),
    overlay: new Following(first, State.EMPTY, (level, patch) => overlay(level, () => base, patch)),
    log: new Following(first, { text: '', newest: '' }, addLine),
  }
}

interface Log {
  readonly text: string
  readonly newest: string
}

function addLine({ text }: Log, patch: JsonObject): Log {
  const newest = compact(patch)
  // Now and then it is laid out: a prompt is joined of few pieces then.
  return {
    text: text === '' ? newest : `${text.length % 16 === 0 ? inOnePiece(text) : text}\n${newest}`,
    newest,
  }
}

/** What a line of patches makes of something: quick to ask if each question is about a later patch than the last one. */
class Following<Made> {
  readonly #first: Link
  readonly #start: Made
  readonly #add: (made: Made, patch: JsonObject) => Made
  #last: { readonly link: Link; readonly made: Made } | undefined

  constructor(first: Link, start: Made, add: (made: Made, patch: JsonObject) => Made) {
    this.#first = first
    this.#start = start
    this.#add = add
  }

  at(link: Link): Made {
    const known = this.#last && linksAfter(this.#last.link, link)
    let made = known && this.#last ? this.#last.made : this.#start
    for (const { patch } of known ?? linksAfter(this.#first, link) ?? []) made = this.#add(made, patch)
    this.#last = { link, made }
    return made
  }
}

/** The links after one of a line up to another, oldest first; undefined if it is not before that. */
function linksAfter(first: Link, last: Link): readonly Link[] | undefined {
  const links: Link[] = []
  let link: Link | undefined = last
  for (; link !== undefined && link !== first; link = link.before) links.push(link)
  return link && links.reverse()
}

let _piece = 0

/** The text, laid out in memory: what is joined of pieces would be so again in each text that it becomes part of. */
function inOnePiece(text: string): string {
  _piece = text.charCodeAt(0)
  return text
}
