import { listChanges, mergeState, type RunSkillOptions, toPointer } from '@skill-state/core'
import { captured } from '@skill-state/core/capture'
import { chainOf, type JournalSaid, type JournalTurn, type OpenJournal } from '@skill-state/core/journal'
import { type Action, callsOf, isJsonObject, type JsonValue, type Observation } from '@skill-state/protocol'
import { FINISH, REPLY, type ToolWorld } from '@skill-state/tools'
import type { Parts } from './blueprint.ts'
import { type CallOutcome, observationText, RECENT_CHARS } from './observation.ts'

type Compose = NonNullable<NonNullable<RunSkillOptions['observation']>['compose']>
type Acted = Parameters<Compose>[0]
/** What an observation is written from. */
type Viewed = Pick<Parts, 'agent'> & { readonly journal: Pick<OpenJournal, 'position'> }
export type Outcome = Exclude<CallOutcome, 'waiting'>

export type Message = Parameters<OpenJournal['received']>[0]

/** What a message begins its turn with. */
interface Opening {
  readonly first: Observation
  readonly message: string
  readonly recent: readonly JournalSaid[]
  /** Those that are for the next message, too. */
  readonly notices: readonly string[]
}

export function opening(
  { agent, journal }: Viewed,
  { text, notice }: Message,
  world: Pick<ToolWorld, 'fit'>,
): Opening {
  const { state, observation, turn, index } = journal.position
  const message = world.fit(text, 'message')
  const left = turn?.since === index ? (turn.notices ?? []) : []
  const unread = notice === undefined ? left : [...left, notice]
  const notices = [...unread, ...(turn ? noticesOf(turn) : [])]
  const recent = agent.view.recent > 0 && turn ? recentOf(turn).slice(-agent.view.recent) : []
  const results = observation?.text ? [observation.text] : []
  const shown = observationText({ message, calls: [], results, notices, recent }, agent.view)
  const evidence = [{ role: 'user', text } as const]
  const first = captured(agent.skill, state, observation?.captured, { text: shown, done: false, evidence })
  return { first, message, recent, notices: turn?.calls.length ? notices.slice(-MOST_KEPT) : unread }
}

/** Notices of turns before the last one, which failed without a decision. */
const MOST_KEPT = 3

function recentOf({ recent = [], message, said }: JournalTurn): readonly JournalSaid[] {
  const asked = { by: 'user', text: cut(message, RECENT_CHARS) } as const
  return [...recent, asked, ...(said === undefined ? [] : [{ by: 'agent', text: said } as const])]
}

const CLOSED = {
  stopped: 'The user stopped the work on their last message',
  limit: 'The work on the last message ended at a limit',
  failed: 'The work on the last message failed, and the user got no answer',
} as const

/** What the next message is told of one that was not answered. */
function noticesOf({ message, calls, end, reasons = [] }: JournalTurn): readonly string[] {
  if (end === undefined || end === 'replied' || end === 'finished') return []
  const why = end === 'stopped' ? '' : ` (${cut(reasons.join('; ').replaceAll(/\s+/g, ' '), 200)})`
  const told = calls.length === 0 ? 'No call was made for it. ' : `Its calls, ${linesOf(calls)}\n`
  const doubt = calls.at(-1)?.doubt
  const asked = JSON.stringify(cut(message, 200))
  const closed = `${CLOSED[end]}${why}: ${asked}. ${told}Go on with it only if the user asks for it.`
  return doubt === undefined ? [closed] : [closed, doubt]
}

/** What a message is told that begins a branch; nothing if what was left has made no call. */
export function noticesOfLeft(calls: JournalTurn['calls']): readonly string[] {
  const made = calls.filter(({ outcome }) => outcome !== 'denied')
  if (made.length === 0) return []
  return [
    `The user went back to an earlier message and goes on from there. The state is that of then, but what was done since is not undone: do not repeat it. The calls since, ${linesOf(made)}`,
  ]
}

function linesOf(calls: JournalTurn['calls']): string {
  const lines = calls.slice(-SHOWN).map(({ action, outcome = 'done' }) => {
    return `\n- ${outcome}: ${cut(JSON.stringify(action), 120)}`
  })
  return `oldest first:${lines.join('')}`
}

/** Calls and values that one notice names. */
const SHOWN = 5

/** How often the pending action, or else the last one, was taken in the same situation of this turn. */
export function repetitions({ journal }: Parts): number {
  const { turn, state, pending } = journal.position
  const calls = turn?.calls ?? []
  const now = pending ? situationOf(state.text, calls, pending.action) : calls.at(-1)?.situation
  return now === undefined ? 0 : calls.filter(({ situation }) => situation === now).length
}

function situationOf(state: string, calls: JournalTurn['calls'], action: Action): string {
  const known = situations.get(calls)
  if (known?.action === action && known.state === state) return known.situation
  const situation = chainOf(state, `${calls.at(-1)?.seen ?? ''} ${JSON.stringify(action)}`)
  situations.set(calls, { state, action, situation })
  return situation
}

/** The last one by the calls before it: it is asked for before the action and after it. */
const situations = new WeakMap<object, { state: string; action: Action; situation: string }>()

/** Writes O_{t+1} of an agent. `known` is the outcome of a call that somebody else than the tool told. */
export function composing(parts: Viewed, known?: Outcome): Compose {
  let told = known
  return (acted, answer, undone) => {
    const { turn } = parts.journal.position
    const { action } = acted
    const result = turn?.end === undefined ? answer : atRest(answer.text, answer) // it was closed meanwhile
    if (result.done || said(action)) return { observation: result }
    const outcome = told ?? outcomeOf(result)
    told = undefined
    const seen = chainOf('', result.text)
    const notices = outcome === 'done' ? [] : doubts(acted, undone)
    const { message, recent = [], calls = [] } = turn ?? {}
    const situation = situationOf(acted.before.text, calls, action)
    const note = { outcome, seen, situation, doubt: notices[0] } as const
    if (result.waiting) return { observation: result, note } // the next message is told what the note says
    if (calls.some(({ situation }) => situation === note.situation)) notices.push(REPEATED)
    const ended = acted.ended?.map((each) => ({ ...each, outcome: each.outcome ?? outcomeOf(each.result) }))
    const results = ended?.map((each) => each.result.text) ?? [result.text]
    const shown = [...calls, ...(ended ?? [{ action, outcome }])].filter(isCall).map(callIn)
    const view = { message, recent, results, notices, calls: shown }
    return { observation: { ...result, text: observationText(view, parts.agent.view) }, note }
  }
}

const REPEATED =
  'The same action was taken before, in the same situation. If it is taken a third time, the work on this message ends.'

export function outcomeOf({ unknown, refused }: Observation): Outcome {
  return unknown ? 'unknown' : refused ? 'failed' : 'done'
}

/** False for an empty list: a step that only wrote the state. */
function isCall({ action }: { readonly action: Action }): boolean {
  return callsOf(action)?.length !== 0
}

/** Whether the action only talks to the user. */
function said(action: Action): boolean {
  return isJsonObject(action) && Object.keys(action).every((name) => name === REPLY || name === FINISH)
}

function callIn({ action, outcome = 'done' }: { action: Action; outcome?: CallOutcome | undefined }) {
  const entries = isJsonObject(action) ? Object.entries(action) : []
  const [tool, input] = entries.find(([name]) => name !== REPLY) ?? ['', action as JsonValue]
  return { tool, input, outcome }
}

/** What the patch of a call wrote that did not succeed. */
function doubts({ before, patch = {}, captured = {} }: Acted, undone: boolean): string[] {
  const own = Object.entries(patch).filter(([key]) => !Object.hasOwn(captured, key))
  const changes = [...listChanges(mergeState(before, Object.fromEntries(own)))]
    .map(({ path, before, after }) => [toPointer(path), shownValue(before), shownValue(after)])
    .filter(([, old, now]) => old !== now)
  if (changes.length === 0) return []
  const shown = changes.slice(0, SHOWN).map(([pointer, old, now]) => `${pointer}: ${old} → ${now}`)
  const more = changes.length > SHOWN ? ` and ${changes.length - SHOWN} more` : ''
  const what = undone
    ? 'Your state patch was undone, because its call did not succeed. It would have written'
    : 'In doubt, because the call that came with it did not succeed. The state keeps what you wrote'
  return [`${what} (old → new): ${shown.join('; ')}${more}. Correct what is not true.`]
}

function shownValue(value: unknown): string {
  return value === undefined ? 'nothing' : cut(JSON.stringify(value), 80)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

/** The observation of an episode that waits for the next message. */
export function atRest(text: string, more: Partial<Observation> = {}): Observation {
  return { ...more, text, done: false, waiting: { for: 'reply' } }
}
