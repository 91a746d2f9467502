import type { JsonObject } from '@skill-state/protocol'
import type { AgentEvent } from '../../src/index.ts'
import type { Effect } from './shop.ts'
import type { Slip } from './slips.ts'
import type { Heard, Now } from './talk.ts'
import { FIELDS, taskIn } from './view.ts'

/** What went wrong in a conversation, judged from outside. All are to be 0. */
export const FAULTS = [
  'unusable',
  'threw',
  'stopped effect done',
  'effect missed',
  'effect twice',
  'effect without approval',
  'fact lost',
  'question not shown',
  'limit passed',
  'spending forgotten',
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
  /** What a person approved. */
  readonly approved: Set<string> = new Set()
  /** What an accepted patch said last; what may have been accepted after it, too. */
  readonly #facts = new Map<(typeof FIELDS)[number], ReadonlySet<string>>()
  readonly #erred = new Set<string>()
  /** The steps of the turn. */
  readonly #steps = new Set<number>()
  #goesOn = false
  /** Calls of the model. */
  #requests = 0
  #late: readonly string[] = []

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
    const { phrase } = taskIn(text) ?? {}
    if (phrase && this.slips.length > 0) this.#erred.add(phrase)
    this.ends.set(end, (this.ends.get(end) ?? 0) + 1)
    if (end === 'threw') this.fault('threw', `${text} ${why}`)
    if (resumable) return
    this.open.delete(text)
    // What was said while a call waited may be answered before the next message.
    for (const late of this.#late) this.open.delete(late)
    this.#late = [...this.open]
  }

  onEvent(event: AgentEvent): void {
    if (event.type === 'turn-started' && !this.#goesOn) this.#steps.clear()
    this.#goesOn = false
    if (event.type === 'model-called') this.#step(event.step)
    if (event.type === 'patch-accepted') this.#accepted(event.patch, (value) => new Set([value]))
  }

  /** A process died that may or may not have had this on record. */
  onUnsure(event: AgentEvent): void {
    if (event.type === 'patch-accepted')
      this.#accepted(event.patch, (value, before) => new Set([...before, value]))
  }

  #accepted(
    patch: JsonObject,
    known: (value: string, before: ReadonlySet<string>) => ReadonlySet<string>,
  ): void {
    for (const field of FIELDS) {
      const value = patch[field]
      if (typeof value === 'string')
        this.#facts.set(field, known(value, this.#facts.get(field) ?? new Set([''])))
    }
  }

  /** The turn that a process died in goes on in another one, within the same limits. */
  goesOn(): void {
    this.#goesOn = true
  }

  #step(step: number): void {
    if (this.#steps.has(step)) return
    this.counts.steps += 1
    this.#steps.add(step)
    if (this.#steps.size === MOST_STEPS + 1) this.fault('limit passed', [...this.open].join(' | '))
  }

  slipped(slip: Slip): void {
    this.slips.push(slip)
    this.counts.slips += 1
  }

  /** Each prompt has to show a message that waits for its answer. */
  shown(prompt: string): void {
    this.#requests += 1
    if (![...this.open].some((text) => prompt.includes(text)))
      this.fault('question not shown', [...this.open].join(' | '))
  }

  /** An answer to `What is my …?`. A reader who errs may say anything. */
  recalled(field: (typeof FIELDS)[number], { end, reply }: Heard): void {
    const known = this.#facts.get(field)
    if (end !== 'replied' || this.slips.length > 0 || known === undefined) return
    if (![...known].some((value) => reply.includes(value)))
      this.fault('wrong answer', `${field} is ${[...known].join(' or ')}: ${reply}`)
  }

  /** An answer to `Did you …?`. A reader who erred when it was done may have noted nothing. */
  claimed(phrase: string, isDone: boolean, { end, reply }: Heard): void {
    if (end !== 'replied' || this.#erred.has(phrase) || !/^(?:Done|Not done)/.test(reply)) return
    if (reply.startsWith('Done') === isDone) return
    this.fault('wrong answer', `${phrase} is ${isDone}: ${reply}`)
  }

  /** At the end of the week. */
  close({ state, paid }: Now, effects: readonly Effect[]): void {
    this.counts.effects = effects.length
    for (const [field, known] of this.#facts) {
      const value = JSON.stringify(state[field])
      if (![...known].some((one) => value === JSON.stringify(one)))
        this.fault('fact lost', `${field} was ${[...known].join(' or ')}, is ${value}`)
    }
    if (paid < this.#requests) this.fault('spending forgotten', `${paid} of ${this.#requests} calls`)
    for (const { phrase, needsApproval } of effects)
      if (needsApproval && !this.approved.has(phrase)) this.fault('effect without approval', phrase)
    for (const { phrase, confirmed, stopped, denied, clean } of this.wishes.values()) {
      const done = effects.filter((effect) => effect.phrase === phrase)
      if (done.length > 1)
        this.fault('effect twice', `${phrase}, by the calls ${done.map(({ key }) => key).join(' and ')}`)
      if (stopped === undefined) {
        if (confirmed && !denied && clean && done.length === 0) this.fault('effect missed', phrase)
      } else if (done.some(({ started }) => started > stopped)) this.fault('stopped effect done', phrase)
    }
  }
}
