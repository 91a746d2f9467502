import { invalidOption, isJsonObject, type JsonValue } from '@skill-state/protocol'
import type { Session } from '../session/session.ts'
import type { Turn, TurnEvents } from '../turn.ts'

/** What a session is told, as data: what a host queues, and what comes through its door. */
export type SessionCommand =
  | { readonly send: string; readonly id?: string | undefined }
  | (CallOf & { readonly approve: number; readonly input?: JsonValue | undefined })
  | (CallOf & { readonly deny: number; readonly reason: string })
  | (CallOf & { readonly answer: number; readonly result: JsonValue; readonly failed?: boolean | undefined })
  | { readonly stop: true }
  | { readonly resume: true }

interface CallOf {
  /** Which of several calls of the step it is, from 0. */
  readonly call?: number | undefined
}

/** Most UTF-16 units of a text, and of an input or a result as JSON. */
const MAX_CHARS = 100_000

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string' && value.trim() !== '' && value.length <= MAX_CHARS
const isStep: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isName: Check = (value) => typeof value === 'string' && value !== '' && value.length <= 200
const isFlag: Check = (value) => typeof value === 'boolean'
const isSmall: Check = (value) => value === undefined || JSON.stringify(value).length <= MAX_CHARS

/** The parts of each command: the first says which it is, those with `?` may be absent. */
const COMMANDS: readonly Readonly<Record<string, Check>>[] = [
  { send: isText, 'id?': isName },
  { approve: isStep, 'call?': isStep, 'input?': isSmall },
  { deny: isStep, 'call?': isStep, reason: isText },
  { answer: isStep, 'call?': isStep, result: isSmall, 'failed?': isFlag },
  { stop: (value) => value === true },
  { resume: (value) => value === true },
]

/** A command from outside. Throws `invalid-option` for anything else. */
export function parseCommand(value: unknown): SessionCommand {
  const names = isJsonObject(value) ? Object.keys(value) : []
  const parts = COMMANDS.find((each) => names.includes(Object.keys(each)[0] ?? ''))
  if (!isJsonObject(value) || parts === undefined)
    throw invalidOption('command: expected an object with one of send, approve, deny, answer, stop, resume')
  const wrong = Object.entries(parts).find(([part, isFine]) => {
    const name = part.replace('?', '')
    return Object.hasOwn(value, name) ? !isFine(value[name]) : !part.endsWith('?')
  })
  const unknown = names.find((name) => !Object.hasOwn(parts, name) && !Object.hasOwn(parts, `${name}?`))
  if (wrong)
    throw invalidOption(`command: "${wrong[0].replace('?', '')}" is missing, of another type, or too long`)
  if (unknown !== undefined) throw invalidOption(`command: there is no "${unknown.slice(0, 40)}" in it`)
  return value as SessionCommand
}

/** Gives a session the command. Its turn throws `journal-misuse` if it does not fit the session. */
export function tell<State>(
  session: Session<State>,
  command: SessionCommand,
  signal?: AbortSignal,
): TurnEvents<State> {
  if ('send' in command) return session.send(command.send, { id: command.id, signal })
  if ('approve' in command) return session.approve({ ...command, step: command.approve, signal })
  if ('deny' in command) return session.deny({ ...command, step: command.deny, signal })
  if ('answer' in command) return session.answer({ ...command, step: command.answer, signal })
  if ('stop' in command) session.stop().catch(() => {}) // `resume` throws the same
  return session.resume({ signal })
}

/** Milliseconds after which a session is told to resume by itself, if a turn was cut off by an outage; undefined if not. */
export function resumeAfter(
  { end, resumable }: Pick<Turn, 'end' | 'resumable'>,
  tries: number,
): number | undefined {
  if (end !== 'failed' || !resumable || tries >= MAX_TRIES) return undefined
  return Math.min(1_000 * 2 ** tries, 600_000)
}

/** Over four hours. */
const MAX_TRIES = 32
