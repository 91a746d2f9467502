import type { JournalStore, Moment, StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { describeModel, type Model, SkillStateError } from '@skill-state/protocol'
import { checkLimits, type Limits, Meter, metered } from '@skill-state/protocol/meter'
import {
  type ComparedSession,
  type ComparedStep,
  compareSessions,
  type Regression,
} from '@skill-state/protocol/regress'
import type { ResultStore } from '@skill-state/tools'
import { chargeOf } from '../session/meter.ts'
import { Candidate } from './candidate.ts'
import { recordedEvents } from './recorded-steps.ts'
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
  /** Asked what it decides in the place of each recorded decision. Default: no model is asked. */
  readonly model?: Model | undefined
  /** Of all calls of the model together. */
  readonly limits?: Pick<Limits, 'tokens' | 'costUsd'> | undefined
  /** What approvals and guards are given; see `AgentOptions.context`. */
  readonly context?: unknown
}

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
  const spending = model && new Meter(limits)
  if (model) checkLimits(limits, model)
  const asked =
    model &&
    metered(
      { ...describeModel(model), generate: (request) => model.generate(request) },
      { spendings: spending && [spending] },
    )
  async function* sessions(): AsyncGenerator<ComparedSession> {
    for await (const recording of recordings) yield sessionOf(recording, candidate, context, asked)
  }
  return await compareSessions(sessions(), { spending })
}

function sessionOf(
  { name, records, results }: Recording,
  candidate: Candidate,
  context: unknown,
  model: Model | undefined,
): ComparedSession {
  let last: Moment | undefined
  async function* steps(): AsyncGenerator<ComparedStep> {
    try {
      if (records.length === 0) throw new SkillStateError('invalid-journal', 'nothing is on record')
      const journal = memoryJournal([...records])
      const owner = ownerOf(journal)
      const own = candidate.skill.skill.name
      if (owner !== own) {
        yield ofSession('name of the agent', owner, own)
        return
      }
      const rehearsal = new Rehearsal({ candidate, context, results })
      for (const event of recordedEvents(journal)) {
        const { differences, at } = await rehearsal.follow(event)
        const { index } = event.before
        const decided = event.kind === 'step' ? event.decision : undefined
        if (event.kind === 'step') last = event.answer?.after ?? event.before
        const decide = model && at && (() => candidate.decide(at, { model, context }))
        yield { index, differences, decided, decide }
      }
    } catch (error) {
      if (!(error instanceof SkillStateError) || error.code !== 'invalid-journal') throw error
      yield ofSession('record', 'sound', error.message)
    }
  }
  return { name, steps: steps(), used: () => chargeOf(last?.spent) }
}

function ofSession(place: string, was: string, now: string): ComparedStep {
  return { index: 0, differences: [{ part: 'session', place, was, now }] }
}

/** The agent that a journal belongs to. */
function ownerOf(journal: JournalStore): string {
  for (const { body } of journal.forward())
    return String((JSON.parse(body) as { readonly skill?: unknown }).skill)
  return ''
}
