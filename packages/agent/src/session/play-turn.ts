import { applyPatch, type Journal, parseReply, type RunSkillOptions, runSkill } from '@skill-state/core'
import { captured } from '@skill-state/core/capture'
import type { JournalClosing, OpenJournal } from '@skill-state/core/journal'
import {
  type Action,
  callsOf,
  type Model,
  type Observation,
  type RuntimeEnvironment,
  reasonOf,
} from '@skill-state/protocol'
import { LimitReached } from '@skill-state/protocol/meter'
import type { AgentEvent, Ending } from '../events.ts'
import type { Parts } from './blueprint.ts'
import { callOf } from './conversation.ts'
import { turnMeter } from './meter.ts'
import { metered } from './metered.ts'
import { durable } from './outside.ts'
import { seeing } from './parts.ts'
import { seedOf } from './seed.ts'
import { atRest, composing, type Message, opening, repetitions } from './view.ts'
import { stepOf, waitingFor } from './waiting.ts'

type Resume = NonNullable<RunSkillOptions['resume']>

/** What a turn continues with: the answer to the call that waits, and what it says of the call. */
export interface Given {
  readonly resumeWith: NonNullable<Resume['with']>
  readonly outcome?: 'denied' | undefined
  /** Which of several calls it is about. Default: all that wait. */
  readonly call?: number | undefined
}

/**
 * Runs one turn: the one that is open, or that of the next message. Whatever the model does, it ends with a value; only a
 * store that fails throws.
 */
export async function playTurn(
  parts: Parts,
  given: Given | undefined,
  signal: AbortSignal,
  mayOpen: (message: Message) => boolean,
): Promise<Ending> {
  const { journal, ledger } = parts
  ledger.beginTurn()
  try {
    await keep(parts, () => {}) // throws again what the store has thrown
    await settleClosed(parts)
    const { pending, observation } = journal.position
    if (observation?.done) return { end: 'finished' }
    if (pending?.waiting && !given) return ask(parts)
    if (!pending && (!observation || observation.waiting) && !(await openNext(parts, mayOpen)))
      return lastEnding(journal)
    await playSteps(parts, given, signal)
    return journal.position.pending?.waiting ? ask(parts) : lastEnding(journal)
  } catch (error) {
    if (parts.failure && error === parts.failure.cause) throw error
    return await endingOf(parts, error, signal)
  } finally {
    await ledger.endTurn()
  }
}

/** How the last turn ended, also for a caller that asks for it again. */
function lastEnding({ position: { turn } }: OpenJournal): Ending {
  return { end: turn?.end ?? 'replied', reasons: turn?.reasons }
}

/** Ends the turn that is open, and settles what was executing. */
export async function closeTurn(parts: Parts, closing: JournalClosing): Promise<Ending> {
  const { turn } = parts.journal.position
  if (turn && !turn.end) await keep(parts, () => parts.journal.closed(closing))
  await settleClosed(parts)
  return closing
}

async function endingOf(parts: Parts, error: unknown, signal: AbortSignal): Promise<Ending> {
  const reason = reasonOf(error)
  if (signal.aborted) return await closeTurn(parts, { end: 'stopped', reasons: [reason] })
  if (error instanceof LimitReached) {
    const { scope, spent, max } = error
    const limit = `${scope}.${error.limit}`
    parts.emit({ type: 'limit-reached', limit, spent, most: max })
    const closing = { end: 'limit', reasons: [reason] } as const
    if (scope !== 'message') return { ...closing, limit, resumable: true }
    return { ...(await closeTurn(parts, closing)), limit }
  }
  const { turn } = parts.journal.position
  // What was not shown cannot be closed: its message stays, too.
  const isShown = turn !== undefined && !turn.end
  if (error instanceof Interrupted || !isShown) return { end: 'failed', reasons: [reason], resumable: true }
  return await closeTurn(parts, { end: 'failed', reasons: [reason] })
}

/** Nothing of the conversation is at fault: the message stays open, and `resume` continues. */
class Interrupted extends Error {}

/** Shows the next message, as the beginning of its turn. False if there is none that may be opened. */
async function openNext(parts: Parts, mayOpen: (message: Message) => boolean): Promise<boolean> {
  const { agent, journal, world } = parts
  if (journal.position.observation === undefined) {
    const first = { ...(await world.reset()), ...(parts.seed && seedOf(parts.seed, world)) }
    await keep(parts, () => journal.started(captured(agent.skill, journal.position.state, undefined, first)))
  }
  const { index, inbox } = journal.position
  const next = inbox?.at(0)
  if (next === undefined || !mayOpen(next)) return false
  const { first, message, ...begun } = opening(parts, next, world)
  const recent = begun.recent.length > 0 ? begun.recent : undefined
  const notices = begun.notices.length > 0 ? begun.notices : undefined
  await keep(parts, () => journal.resumed(index, first, 1, { message, recent, notices }))
  return true
}

/** Answers an action of a turn that is closed, so that it is executed neither now nor later. */
async function settleClosed(parts: Parts): Promise<void> {
  const { pending, turn } = parts.journal.position
  if (!pending || !turn?.end) return
  if (callsOf(pending.action)) return await playSteps(parts, { resumeWith: NOT_MADE, outcome: 'denied' })
  const [name] = callOf(pending.action) ?? []
  const isCertain = pending.waiting?.for === 'approval' || parts.notExecuted.has(placeOf(pending.index))
  const result = atRest(name === undefined ? '' : (isCertain ? notMade : cutOff)(name), {
    [isCertain ? 'refused' : 'unknown']: true,
  })
  await playSteps(parts, { resumeWith: result, outcome: isCertain ? 'denied' : undefined })
}

/** What a call of a closed turn is answered that waited. */
const NOT_MADE: Observation = atRest('The call was not made.', { refused: true })

function notMade(name: string): string {
  return `The call of ${name} was not made.`
}

/** Names a call among those of the steps. */
export function placeOf(index: number, call?: number): string {
  return `${index}/${call ?? ''}`
}

function cutOff(name: string): string {
  return `The call of ${name} was cut off. Whether it took effect is not known: find out before you repeat it.`
}

async function playSteps(parts: Parts, given?: Given, signal?: AbortSignal): Promise<void> {
  const { agent, journal } = parts
  const emit = (event: AgentEvent): void => parts.emit(event)
  const step = (): number => stepOf(journal.position)
  using meter = turnMeter(parts, signal)
  const check = (): void => {
    if (journal.position.turn?.end !== undefined) return // to settle takes nothing
    signal?.throwIfAborted()
    if (parts.deaf) throw new Interrupted(parts.deaf)
    if (repetitions(parts) > 2) throw new Error(repeats('what writes the state alone'))
    meter.check()
  }
  const { resumeWith, outcome, call } = given ?? {}
  const { pending } = journal.position
  const isCutOff = pending !== undefined && !resumeWith
  const repeated = new Set<string>()
  const steps = runSkill(
    {
      skill: agent.skill.skill,
      environment: environmentOf(parts, meter.signal, repeated),
      model: interruptible(
        parts,
        seeing(
          parts.place.results,
          metered(parts, durable(parts, agent.model), meter, (answer) => mayStream(parts, answer)),
        ),
        check,
      ),
      signal: meter.signal,
    },
    {
      ...agent.run,
      context: parts.context,
      journal: recordingOf(parts),
      reply: {
        ...agent.run.reply,
        onRejected: ({ issues }) => emit({ type: 'patch-rejected', step: step(), issues }),
        onDecided: ({ patch = {}, reasoning, prose }) =>
          emit({ type: 'patch-accepted', step: step(), patch, reasoning, prose }),
      },
      observation: { ...agent.run.observation, compose: composing(parts, outcome) },
      resume: {
        with: resumeWith,
        call,
        outcome,
        onUnknown: (action, at) =>
          given && at === undefined && resumeWith && !('approved' in resumeWith)
            ? resumeWith
            : unknownOf(parts, repeated, action, at),
      },
    },
  )
  if (!given) check() // what was given is recorded in any case
  // What a crash cut off may have been stopped since: a store without `hold` then reports a conflict.
  if (isCutOff) await keep(parts, () => journal.spent({ ...parts.ledger.spent }))
  for await (const _ of steps);
}

/** The model, asked only if `check` does not throw. Its outage leaves the message open. */
function interruptible(parts: Parts, model: Model, check: () => void): Model {
  return {
    ...model,
    async generate(request) {
      check()
      try {
        return await model.generate(request)
      } catch (cause) {
        if (parts.failure && cause === parts.failure.cause) throw cause
        request.signal?.throwIfAborted()
        if (cause instanceof LimitReached) throw cause
        throw new Interrupted(reasonOf(cause), { cause })
      }
    },
  }
}

/** Whether the patch before a reply will be accepted: a text that is streamed cannot be taken back. */
function mayStream({ agent, journal, context }: Parts, answer: string): boolean {
  const isFenced = answer.split('```').length % 2 === 0
  const parsed = parseReply(`${answer}…"}}${isFenced ? '\n```' : ''}`)
  if (!parsed.ok) return false
  const { patch, ...said } = parsed.value
  return applyPatch(agent.skill, journal.position.state, patch, { ...said, context }).ok
}

/** One call after the other; none after one that throws. */
function inTurn<Given extends unknown[], T>(
  f: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (...given) => {
    const next = last.then(() => f(...given))
    last = next
    return next
  }
}

/** `repeated` names the calls that may have been executed before. */
function environmentOf(parts: Parts, signal: AbortSignal, repeated: ReadonlySet<string>): RuntimeEnvironment {
  const { world, journal } = parts
  const step: RuntimeEnvironment['step'] = async (action, options) => {
    const place = placeOf(journal.position.index, options?.call?.index)
    if (!repeated.has(place)) parts.notExecuted.add(place)
    if (journal.position.turn?.end !== undefined) return NOT_MADE // also after its time is over
    signal.throwIfAborted()
    if (repetitions(parts) >= 2) return await rejectRepetition(parts)
    const result = await world.step(action, options)
    parts.notExecuted.delete(place)
    return repeated.has(place) && result.refused ? unsure(result) : result
  }
  return {
    actionSchema: world.actionSchema,
    tools: world.tools,
    several: world.several,
    reset: () => world.reset(),
    // On a durable host each run of the turn is to meet the same order.
    step: parts.place.host ? inTurn(step) : step,
  }
}

/** A call that was cut off once may have taken effect then, even if its repetition fails. */
function unsure({ refused: _, ...result }: Observation): Observation {
  const text = `${result.text}\nThe call was cut off before. Whether it took effect then is not known: find out before you repeat it.`
  return { ...result, text, unknown: true }
}

function repeats(what: string): string {
  return `the agent decided on ${what} in the same situation for the third time`
}

/** The same situation and the same action a third time: the model cannot get out of it by itself. */
async function rejectRepetition(parts: Parts): Promise<Observation> {
  const { pending } = parts.journal.position
  const [name] = (pending && callOf(pending.action)) ?? ['the same action']
  const reasons = [repeats(name)]
  await keep(parts, () => parts.journal.closed({ end: 'failed', reasons }))
  return atRest(`The call of ${name} was not made.`, { refused: true })
}

/** Asks for what the pending call waits for. */
function ask(parts: Parts): Ending {
  const { journal } = parts
  for (const approval of waitingFor(journal, 'approval')) parts.emit({ type: 'approval-needed', ...approval })
  for (const call of waitingFor(journal, 'result')) parts.emit({ type: 'call-needed', ...call })
  return { end: 'waiting' }
}

/** What is done about a call that was cut off. */
function unknownOf(parts: Parts, repeated: Set<string>, action: Action, at?: number): 'repeat' | Observation {
  const { agent, journal, notExecuted } = parts
  const { index, turn } = journal.position
  const place = placeOf(index, at)
  const [name] = callOf(action) ?? []
  if (turn?.end !== undefined && notExecuted.has(place)) return NOT_MADE
  const tool = name === undefined ? undefined : agent.world.tools[name]
  const isRepeatable = tool?.execute === undefined || tool.onUnknown === 'repeat'
  if (name === undefined || (isRepeatable && turn?.end === undefined)) {
    repeated.add(place)
    return 'repeat'
  }
  // A call without `execute` was not handed to anybody yet.
  return tool?.execute === undefined ? NOT_MADE : { text: cutOff(name), done: false, unknown: true }
}

/** Records something; it is safe before the next thing happens. What the store throws ends all turns. */
export function keep(parts: Parts, record: () => void): Promise<void> | undefined {
  const fail = (cause: unknown): never => {
    parts.failure = { cause }
    throw cause
  }
  try {
    record()
    return parts.place.flush?.().catch(fail)
  } catch (error) {
    return fail(error)
  }
}

/** The journal, with what was spent on each decision. */
function recordingOf(parts: Parts): Journal {
  const { journal, asked } = parts
  const safely = (record: () => void) => keep(parts, record)
  return {
    get id() {
      return journal.id
    },
    get position() {
      return journal.position
    },
    started: (observation) => safely(() => journal.started(observation)),
    decided: (decision) =>
      safely(() => journal.decided({ ...decision, asked: asked(), spent: { ...parts.ledger.spent } })),
    answered: (answer) => safely(() => journal.answered(answer)),
    called: (index, call, ended) => safely(() => journal.called(index, call, ended)),
    waiting: (index, waiting, call) => safely(() => journal.waiting(index, waiting, call)),
    approved: (index, action, call) => safely(() => journal.approved(index, action, call)),
    resumed: (index, observation) => safely(() => journal.resumed(index, observation)),
    received: (message) => safely(() => journal.received(message)),
  }
}
