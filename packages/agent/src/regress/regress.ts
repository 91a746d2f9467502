import { diff } from '@skill-state/core'
import type { JournalStore, Moment, StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { describeModel, type JsonObject, type Model, SkillStateError } from '@skill-state/protocol'
import { type Charge, checkLimits, type Limits, limitIn, Meter, metered } from '@skill-state/protocol/meter'
import type { ResultStore } from '@skill-state/tools'
import { Candidate } from './candidate.ts'
import type { Difference, Found } from './difference.ts'
import { shown } from './prompt-differences.ts'
import { type RecordedStep, recordedEvents } from './recorded-steps.ts'
import { Rehearsal } from './rehearse.ts'

/** A session that is on record. */
export interface Recording {
  /** Names it in the report. */
  readonly name: string
  readonly records: readonly StoredRecord[]
  /** Its results that were too long for a prompt. Default: none is known. */
  readonly results?: Pick<ResultStore, 'read'> | undefined
}

export interface RegressOptions {
  /** Asked what it decides in the place of each recorded decision. Default: nobody is asked. */
  readonly model?: Model | undefined
  /** Of all calls of the model together. */
  readonly limits?: Pick<Limits, 'tokens' | 'costUsd'> | undefined
  /** What approvals and guards are given; see `AgentOptions.context`. */
  readonly context?: unknown
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
  /** Present if a model was asked: about how many steps, and why about no more. */
  readonly asked?:
    | { readonly steps: number; readonly used: Charge; readonly stopped?: string | undefined }
    | undefined
}

/** Steps that are asked about at once. */
const AT_ONCE = 8

/**
 * Takes recorded sessions again with another agent: the same messages, decisions, approvals and results, each step from where
 * it was taken. Says which prompts, patches, approvals, calls and states would be different. No tool is executed and nothing
 * is written; the approvals, guards, migrations and schemas of the agent do run. A model is asked only if one is given.
 *
 * @example
 * ```ts
 * import { type Agent, memorySessions } from '@skill-state/agent'
 * import { regress } from '@skill-state/agent/regress'
 *
 * export async function wouldChange(next: Agent<unknown>, sessions = memorySessions()): Promise<boolean> {
 *   const { differences } = await regress(next, [{ name: 'monday', records: await sessions.read('monday') }])
 *   return differences.length > 0
 * }
 * ```
 */
export async function regress(
  agent: object,
  recordings: Iterable<Recording> | AsyncIterable<Recording>,
  { model, limits = {}, context }: RegressOptions = {},
): Promise<Regression> {
  const candidate = new Candidate(agent)
  const asking = model && new Asking(candidate, model, limits, context)
  const tally = new Tally()
  for await (const recording of recordings) {
    tally.sessions.push(recording.name)
    try {
      await compare(recording, { candidate, context, asking, tally })
    } catch (error) {
      if (!(error instanceof SkillStateError) || error.code !== 'invalid-journal') throw error
      tally.add(recording.name, 0, [{ part: 'session', place: 'record', was: 'sound', now: error.message }])
    }
  }
  return tally.report(asking)
}

interface Comparing {
  readonly candidate: Candidate
  readonly context: unknown
  readonly asking: Asking | undefined
  readonly tally: Tally
}

async function compare(
  { name, records, results }: Recording,
  { candidate, context, asking, tally }: Comparing,
): Promise<void> {
  if (records.length === 0) throw new SkillStateError('invalid-journal', 'nothing is on record')
  const journal = memoryJournal([...records])
  const owner = ownerOf(journal)
  const own = candidate.skill.skill.name
  if (owner !== own) {
    tally.add(name, 0, [{ part: 'session', place: 'name of the agent', was: owner, now: own }])
    return
  }
  const rehearsal = new Rehearsal({ candidate, context, results })
  let last: Moment | undefined
  let waiting: Promise<void>[] = []
  for (const event of recordedEvents(journal)) {
    const { differences, at } = await rehearsal.follow(event)
    tally.add(name, event.before.index, differences)
    if (event.kind !== 'step') continue
    last = event.answer?.after ?? event.before
    tally.steps += 1
    if (!at || !asking) continue
    const { index } = event.before
    waiting.push(asking.ask(event, at).then((found) => tally.add(name, index, found)))
    if (waiting.length === AT_ONCE) {
      await Promise.all(waiting)
      waiting = []
    }
  }
  await Promise.all(waiting)
  tally.spend(last?.spent)
}

/** The agent that a journal belongs to. */
function ownerOf(journal: JournalStore): string {
  for (const { body } of journal.forward())
    return String((JSON.parse(body) as { readonly skill?: unknown }).skill)
  return ''
}

/** Asks a model what it would decide. */
class Asking {
  steps = 0
  stopped: string | undefined
  readonly #candidate: Candidate
  readonly #meter: Meter
  readonly #model: Model
  readonly #context: unknown

  constructor(candidate: Candidate, model: Model, limits: Limits, context: unknown) {
    checkLimits(limits, model)
    this.#candidate = candidate
    this.#context = context
    this.#meter = new Meter(limits)
    this.#model = metered(
      { ...describeModel(model), generate: (request) => model.generate(request) },
      { spendings: [this.#meter] },
    )
  }

  get used(): Charge {
    return this.#meter.spent
  }

  async ask({ decision }: RecordedStep, at: Moment): Promise<readonly Found[]> {
    if (this.stopped !== undefined) return []
    try {
      const decided = await this.#candidate.decide(at, { model: this.#model, context: this.#context })
      this.steps += 1
      const found: Found[] = []
      if (!isSame(decided.action, decision.action))
        found.push(ofDecision('action', decision.action, decided.action))
      const was = decision.patch ?? {}
      if (!isSame(was, decided.patch ?? {})) found.push(ofDecision('patch', was, decided.patch ?? {}))
      return found
    } catch (error) {
      const limit = limitIn(error)
      if (limit) this.stopped ??= limit.message
      else if (error instanceof SkillStateError && NOT_DECIDED.has(error.code)) {
        this.steps += 1
        return [ofDecision('none', decision.action, error.message)]
      } else throw error
      return []
    }
  }
}

const NOT_DECIDED: ReadonlySet<string> = new Set(['invalid-reply', 'invalid-patch'])

function ofDecision(place: string, was: unknown, now: unknown): Found {
  return { part: 'decision', place, was: shown(was), now: shown(now) }
}

/** The same JSON, whatever the order of keys. */
function isSame(a: JsonObject | string, b: JsonObject | string): boolean {
  return Object.keys(diff({ it: a }, { it: b })).length === 0
}

/** Counts what was found. */
class Tally {
  readonly sessions: string[] = []
  steps = 0
  readonly #found: Difference[] = []
  readonly #groups = new Map<string, DifferenceGroup & { sessions: number; steps: number; last: string }>()
  #recorded = { tokens: 0, costUsd: 0 }

  add(session: string, step: number, differences: readonly Found[]): void {
    for (const found of differences) {
      const key = `${found.part} ${found.place}`
      const group = this.#groups.get(key) ?? {
        ...found,
        sessions: 0,
        steps: 0,
        first: { session, step },
        last: '',
      }
      this.#groups.set(key, group)
      group.steps += 1
      if (group.last === session) continue
      group.last = session
      group.sessions += 1
      this.#found.push({ session, step, ...found })
    }
  }

  spend({ inputTokens = 0, outputTokens = 0, costUsd = 0 }: Moment['spent'] = {}): void {
    const { tokens, costUsd: before } = this.#recorded
    this.#recorded = { tokens: tokens + inputTokens + outputTokens, costUsd: before + costUsd }
  }

  report(asking: Asking | undefined): Regression {
    const groups = [...this.#groups.values()].map(({ last: _, ...group }) => group)
    return {
      sessions: this.sessions,
      steps: this.steps,
      differences: this.#found,
      firsts: firstsOf(this.#found),
      groups: groups.sort((a, b) => b.sessions - a.sessions),
      recorded: this.#recorded,
      asked: asking && { steps: asking.steps, used: asking.used, stopped: asking.stopped },
    }
  }
}

function firstsOf(differences: readonly Difference[]): readonly Difference[] {
  const firsts = new Map<string, Difference>()
  for (const each of differences) {
    const first = firsts.get(each.session)
    if (!first || each.step < first.step) firsts.set(each.session, each)
  }
  return [...firsts.values()]
}
