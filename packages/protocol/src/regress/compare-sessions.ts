import { isDeepStrictEqual } from 'node:util'
import type { Action } from '../environment.ts'
import { SkillStateError } from '../errors.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { addCharges, type Charge, NO_CHARGE } from '../meter/charge.ts'
import { limitIn } from '../meter/limits.ts'
import type { Spending } from '../meter/meter.ts'
import { type Difference, type Found, valueText } from './difference.ts'

interface Decided {
  readonly action: Action
  readonly patch?: JsonObject | undefined
}

/** Something on record of a session, and what a candidate makes of it. */
export interface ComparedStep {
  /** t, from 0. */
  readonly index: number
  /** What is different if the candidate takes it as it is on record. */
  readonly differences: readonly Found[]
  /** What was decided; absent for what is no decision, such as a message. */
  readonly decided?: Decided | undefined
  /** Asks a model what it decides in the same place. Throws what the model throws, and `LimitReached`. */
  readonly decide?: (() => Promise<Decided>) | undefined
}

/** A session or an episode that is on record. */
export interface ComparedSession {
  /** Names it in the report. */
  readonly name: string
  readonly steps: AsyncIterable<ComparedStep>
  /** What it used, asked once its steps were read. Default: it is not known. */
  readonly used?: (() => Charge) | undefined
}

/** Differences that are alike. */
interface DifferenceGroup extends Found {
  readonly sessions: number
  readonly steps: number
  /** Where it is seen first. */
  readonly first: Pick<Difference, 'session' | 'step'>
}

/** What would be different about recorded sessions. */
export interface Regression {
  /** Names of all that were compared. */
  readonly sessions: readonly string[]
  readonly steps: number
  /** The first of each kind in each session. */
  readonly differences: readonly Difference[]
  /** Of each session that would go otherwise, where that begins. */
  readonly firsts: readonly Difference[]
  /** Those of the most sessions first. */
  readonly groups: readonly DifferenceGroup[]
  /** What the recorded steps used, as far as it is on record. */
  readonly recorded: Charge
  /** Present if a model was asked: about how many steps, how many it gave no answer about, and why it was asked no more. */
  readonly asked?:
    | {
        readonly steps: number
        readonly unanswered: number
        readonly used: Charge
        readonly stopped?: string | undefined
      }
    | undefined
}

interface CompareOptions {
  /** What calls of the model count against. Default: no model is asked. */
  readonly spending?: Spending | undefined
  /** Sessions that are asked about at once, each step by step. Default 8. */
  readonly concurrency?: number | undefined
}

/**
 * Compares recorded sessions with what a candidate makes of them, and with what a model decides in their places. An outage
 * leaves a step without an answer, and a limit ends the asking. Throws what else reading and deciding throw.
 */
export async function compareSessions(
  sessions: AsyncIterable<ComparedSession>,
  { spending, concurrency = 8 }: CompareOptions = {},
): Promise<Regression> {
  const asking = spending && new Asking(spending)
  const compared: Compared[] = []
  const iterator = sessions[Symbol.asyncIterator]()
  const work = async (): Promise<void> => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      const one = new Compared(next.value.name)
      compared.push(one)
      await one.read(next.value, asking)
    }
  }
  await Promise.all(Array.from({ length: asking ? concurrency : 1 }, work))
  const firsts = compared.flatMap(({ differences }) =>
    differences.toSorted((a, b) => a.step - b.step).slice(0, 1),
  )
  return {
    sessions: compared.map(({ name }) => name),
    steps: compared.reduce((sum, { steps }) => sum + steps, 0),
    differences: compared.flatMap(({ differences }) => differences),
    firsts,
    groups: groupsOf(compared),
    recorded: compared.map(({ used }) => used).reduce(addCharges, NO_CHARGE),
    asked: asking && {
      steps: asking.steps,
      unanswered: asking.unanswered,
      used: asking.spending.spent,
      stopped: asking.stopped,
    },
  }
}

/** One session: the first difference of each kind, and in how many steps there is one. */
class Compared {
  readonly name: string
  steps = 0
  used: Charge = NO_CHARGE
  readonly found: Map<string, { readonly first: Difference; steps: number }> = new Map()

  constructor(name: string) {
    this.name = name
  }

  get differences(): readonly Difference[] {
    return [...this.found.values()].map(({ first }) => first)
  }

  async read({ steps, used }: ComparedSession, asking: Asking | undefined): Promise<void> {
    for await (const step of steps) {
      if (step.decided) this.steps += 1
      const asked = (await asking?.ask(step)) ?? []
      for (const found of [...step.differences, ...asked]) this.#add(step.index, found)
    }
    this.used = used?.() ?? NO_CHARGE
  }

  #add(step: number, found: Found): void {
    const key = `${found.part} ${found.place}`
    const same = this.found.get(key) ?? { first: { session: this.name, step, ...found }, steps: 0 }
    this.found.set(key, same)
    same.steps += 1
  }
}

function groupsOf(compared: readonly Compared[]): readonly DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>()
  for (const { found } of compared) {
    for (const [key, { first, steps }] of found) {
      const { session, step, ...own } = first
      const group = groups.get(key) ?? { ...own, sessions: 0, steps: 0, first: { session, step } }
      groups.set(key, { ...group, sessions: group.sessions + 1, steps: group.steps + steps })
    }
  }
  return [...groups.values()].sort((a, b) => b.sessions - a.sessions)
}

/** Asks a model what it would decide, as long as there is room. */
class Asking {
  steps = 0
  unanswered = 0
  stopped: string | undefined
  readonly spending: Spending

  constructor(spending: Spending) {
    this.spending = spending
  }

  async ask({ decided: was, decide }: ComparedStep): Promise<readonly Found[]> {
    if (!was || !decide || this.stopped !== undefined) return []
    try {
      const now = await decide()
      this.steps += 1
      const [before, after] = [was.patch ?? {}, now.patch ?? {}]
      return [
        ...(isSameJson(was.action, now.action) ? [] : [ofDecision('action', was.action, now.action)]),
        ...(isSameJson(before, after) ? [] : [ofDecision('patch', before, after)]),
      ]
    } catch (error) {
      const limit = limitIn(error)
      if (limit) this.stopped ??= limit.message
      else if (isUndecided(error)) {
        this.steps += 1
        return [ofDecision('none', was.action, error.message)]
      } else if (error instanceof SkillStateError && OUTAGES.has(error.code)) this.unanswered += 1
      else throw error
      return []
    }
  }
}

const OUTAGES: ReadonlySet<string> = new Set(['model-failed', 'model-refused', 'reply-too-large'])

const NOT_DECIDED: ReadonlySet<string> = new Set(['invalid-reply', 'invalid-patch', 'runtime-stopped'])

/** Whether no reply of the model gave a decision. */
export function isUndecided(error: unknown): error is SkillStateError {
  return error instanceof SkillStateError && NOT_DECIDED.has(error.code)
}

function ofDecision(place: string, was: unknown, now: unknown): Found {
  return { part: 'decision', place, was: valueText(was), now: valueText(now) }
}

/** The same JSON, whatever objects it is held in and whatever the order of their keys. */
export function isSameJson(a: JsonValue, b: JsonValue): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))
}
