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
  const asking = spending && new Asking()
  const compared: Compared[] = []
  const iterator = sessions[Symbol.asyncIterator]()
  let begun = 0
  const work = async (): Promise<void> => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      const at = begun
      begun += 1
      compared[at] = await readSession(next.value, asking)
    }
  }
  await Promise.all(Array.from({ length: asking ? concurrency : 1 }, work))
  const differences = compared.map(({ found }) => [...found.values()].map(({ first }) => first))
  return {
    sessions: compared.map(({ name }) => name),
    steps: compared.reduce((sum, { steps }) => sum + steps, 0),
    differences: differences.flat(),
    firsts: differences.flatMap((all) => all.toSorted((a, b) => a.step - b.step).slice(0, 1)),
    groups: groupsOf(compared),
    recorded: compared.map(({ used }) => used).reduce(addCharges, NO_CHARGE),
    asked: asking && { ...asking.counts, used: spending.spent },
  }
}

/** One session: the first difference of each kind, and in how many steps there is one. */
interface Compared {
  readonly name: string
  readonly steps: number
  readonly used: Charge
  readonly found: ReadonlyMap<string, { readonly first: Difference; readonly steps: number }>
}

async function readSession(
  { name, steps, used }: ComparedSession,
  asking: Asking | undefined,
): Promise<Compared> {
  const found = new Map<string, { readonly first: Difference; steps: number }>()
  let decisions = 0
  for await (const step of steps) {
    if (step.decided) decisions += 1
    const asked = (await asking?.ask(step)) ?? []
    for (const each of [...step.differences, ...asked]) {
      const key = `${each.part} ${each.place}`
      const same = found.get(key) ?? { first: { session: name, step: step.index, ...each }, steps: 0 }
      found.set(key, same)
      same.steps += 1
    }
  }
  return { name, steps: decisions, used: used?.() ?? NO_CHARGE, found }
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
  readonly counts: { steps: number; unanswered: number; stopped: string | undefined } = {
    steps: 0,
    unanswered: 0,
    stopped: undefined,
  }

  async ask({ decided: was, decide }: ComparedStep): Promise<readonly Found[]> {
    const { counts } = this
    if (!was || !decide || counts.stopped !== undefined) return []
    try {
      const now = await decide()
      counts.steps += 1
      const [before, after] = [was.patch ?? {}, now.patch ?? {}]
      return [
        ...(isSameJson(was.action, now.action) ? [] : [ofDecision('action', was.action, now.action)]),
        ...(isSameJson(before, after) ? [] : [ofDecision('patch', before, after)]),
      ]
    } catch (error) {
      const limit = limitIn(error)
      if (limit) counts.stopped ??= limit.message
      else if (isUndecided(error)) {
        counts.steps += 1
        return [ofDecision('none', was.action, error.message)]
      } else if (error instanceof SkillStateError && OUTAGES.has(error.code)) counts.unanswered += 1
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
