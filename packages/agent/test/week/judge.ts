import type { JsonObject, JsonValue } from '@skill-state/protocol'
import type { Effect } from './shop.ts'
import type { Slip } from './slips.ts'
import type { Heard } from './talk.ts'
import { FIELDS } from './view.ts'

/** What went wrong in a conversation, judged from outside. All are to be 0. */
export const FAULTS = [
  'unusable',
  'threw',
  'stopped effect done',
  'effect missed',
  'effect twice',
  'fact lost',
  'question not shown',
  'limit passed',
  'wrong answer',
  'made up',
] as const
export type Fault = (typeof FAULTS)[number]

/** Something that the customer wants, and what became of it. */
export interface Wish {
  readonly phrase: string
  confirmed: boolean
  /** When it was called off; nothing that began later may happen. 0 for what was never confirmed. */
  stopped?: number
  denied: boolean
  /** Whether a try went without a mistake of the model: then it has to be done. */
  clean: boolean
}

export type Counts = Record<
  'messages' | 'steps' | 'effects' | 'stops' | 'asked in vain' | 'slips' | 'deaths',
  number
>

/** Most steps of a message that the agent allows. */
export const MOST_STEPS = 20

/** Sees what is said, shown, accepted and done, and nothing of the inside of a session. */
export class Judge {
  readonly faults: Map<Fault, number> = new Map()
  /** What each fault was about. */
  readonly notes: string[] = []
  readonly counts: Counts = {
    messages: 0,
    steps: 0,
    effects: 0,
    stops: 0,
    'asked in vain': 0,
    slips: 0,
    deaths: 0,
  }
  readonly ends: Map<Heard['end'], number> = new Map()
  readonly wishes: Map<string, Wish> = new Map()
  /** Mistakes of the model since the message. */
  slips: Slip[] = []
  /** Messages that are not answered yet. */
  readonly open: Set<string> = new Set()
  readonly #facts = new Map<string, JsonValue>()
  #steps = 0

  fault(fault: Fault, note: string): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
    this.notes.push(`${fault}: ${note}`)
  }

  wish(phrase: string): Wish {
    const wish: Wish = { phrase, confirmed: false, denied: false, clean: false }
    this.wishes.set(phrase, wish)
    return wish
  }

  /** A message of the customer begins. */
  said(text: string): void {
    this.counts.messages += 1
    this.slips = []
    this.open.add(text)
  }

  ended(text: string, { end, why, resumable }: Heard): void {
    this.ends.set(end, (this.ends.get(end) ?? 0) + 1)
    if (end === 'threw') this.fault('threw', `${text} ${why}`)
    if (!resumable) this.open.clear()
  }

  turnStarted(): void {
    this.#steps = 0
  }

  step(): void {
    this.counts.steps += 1
    this.#steps += 1
    if (this.#steps === MOST_STEPS + 1) this.fault('limit passed', [...this.open].join(' | '))
  }

  slipped(slip: Slip): void {
    this.slips.push(slip)
    this.counts.slips += 1
  }

  accepted(patch: JsonObject): void {
    for (const field of FIELDS) if (patch[field] !== undefined) this.#facts.set(field, patch[field])
  }

  /** Each prompt has to show a message that waits for its answer. */
  shown(prompt: string): void {
    if (![...this.open].some((text) => prompt.includes(text)))
      this.fault('question not shown', [...this.open].join(' | '))
  }

  /** An answer to `What is my …?`. A reader who errs may say anything. */
  recalled(field: string, { end, reply }: Heard): void {
    const known = this.#facts.get(field)
    if (end !== 'replied' || this.slips.length > 0 || known === undefined) return
    const shown = textOf(known)
    if (!reply.includes(shown)) this.fault('wrong answer', `${field} is ${shown}: ${reply}`)
  }

  /** An answer to `Did you …?`. */
  claimed(phrase: string, isDone: boolean, { end, reply }: Heard): void {
    if (end !== 'replied' || this.slips.length > 0 || reply.startsWith('I am not sure')) return
    if (reply.startsWith('Done') === isDone) return
    this.fault('wrong answer', `${phrase} is ${isDone}: ${reply}`)
  }

  /** At the end of the week. */
  close(state: JsonObject, effects: readonly Effect[]): void {
    this.counts.effects = effects.length
    for (const [field, value] of this.#facts)
      if (state[field] !== value)
        this.fault('fact lost', `${field} was ${textOf(value)}, is ${textOf(state[field])}`)
    for (const { phrase, confirmed, stopped, denied, clean } of this.wishes.values()) {
      const done = effects.filter((effect) => effect.phrase === phrase)
      if (done.length > 1) this.fault('effect twice', phrase)
      if (stopped === undefined) {
        if (confirmed && !denied && clean && done.length === 0) this.fault('effect missed', phrase)
      } else if (done.some(({ started }) => started > stopped)) this.fault('stopped effect done', phrase)
    }
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}
