import {
  type Action,
  isJsonObject,
  type JsonObject,
  printable,
  type StateSnapshot,
} from '@skill-state/protocol'
import { brief } from '../../brief.ts'
import type { Prepared } from '../prepare.ts'
import type { Change } from '../workspace/changes.ts'
import type { SettledFiles } from '../workspace/workspace.ts'
import { endOf, headline, noteLines, stepLines, type ToldStep } from './report.ts'
import type { OnSlow } from './slow.ts'
import { type Spent, spentText } from './spending.ts'

export interface Played {
  /** Why it is not over; absent if it is. */
  readonly stopped?: string | undefined
  /** What continues it, if it is on record: the same command, unless this says otherwise. */
  readonly next?: string | undefined
  readonly action?: Action | undefined
  readonly steps: number
  readonly state: StateSnapshot
}

/** Tells a person or a program how a run goes. */
export interface Reporter {
  started(prepared: Prepared, model: string): void
  resumed(index: number, journal: string): void
  step(step: ToldStep): void
  readonly slow: OnSlow
  readonly note: (text: string) => void
  ended(played: Played, end: RunEnd): void
  /** What commands changed, before a question about it. */
  changed(folder: string, changes: readonly Change[]): void
  files(settled: SettledFiles): void
}

export interface RunEnd {
  readonly steps: number
  readonly spent: Spent
  readonly milliseconds: number
  /** Whether it is on record, so that a command continues it. */
  readonly resumable: boolean
}

/** For a person: steps to standard error, answer and state to standard output. */
export const textReporter: Reporter = {
  started: (prepared, model) => print(`${headline(prepared, model)}\n${noteLines(prepared)}`),
  resumed: (index, journal) => print(`going on after step ${index} of ${journal}\n`),
  step: (step) => print(stepLines(step)),
  slow: (what, seconds) => print(`      … ${what}, ${seconds} s\n`),
  note: (text) => print(`      … ${brief(text)}\n`),
  ended(
    { stopped, next = 'the same command resumes', action, state },
    { steps, spent, milliseconds, resumable },
  ) {
    const end = stopped === undefined ? endOf(action) : undefined
    if (end !== undefined) process.stdout.write(`${printable(end.answer)}\n\n`)
    process.stdout.write(`${printable(JSON.stringify(state, undefined, 2))}\n`)
    if (stopped !== undefined) {
      const again = resumable && next !== '' ? `; ${next}` : ''
      print(`skill-state: not finished: ${brief(stopped)}${again}\n`)
    }
    if (end?.ok === false) print(`skill-state: the skill could not do it: ${brief(end.answer, 300)}\n`)
    print(`${spentText(steps, spent, milliseconds)}\n`)
  },
  changed: (folder, changes) => print(changeLines(folder, changes)),
  files({ folder, changes, kept, rejected }) {
    for (const { path, reason } of rejected) print(`not applied: ${brief(path)}: ${reason}\n`)
    if (kept !== undefined)
      print(`not applied yet: the files are in ${brief(kept)}; the same command with --write applies them\n`)
    else if (changes.length > 0) print(`applied to ${brief(folder)}\n`)
  },
}

const MAX_LISTED = 50

function changeLines(folder: string, changes: readonly Change[]): string {
  const lines = changes.slice(0, MAX_LISTED).map(({ change, path, bytes }) => {
    return `  ${change.padEnd(7)}  ${brief(path)}${change === 'deleted' ? '' : ` (${bytes} bytes)`}\n`
  })
  const more = changes.length > MAX_LISTED ? `  and ${changes.length - MAX_LISTED} more\n` : ''
  return `\nchanges to ${brief(folder)}:\n${lines.join('')}${more}`
}

/** For a program: each event a line of JSON on standard output. */
export const jsonReporter: Reporter = {
  started({ loaded, tools, certificate }, model) {
    const { name, hash } = loaded
    const promptChars = certificate.bounded ? certificate.promptChars : null
    emit('started', { skill: name, hash, model, tools: Object.keys(tools.tools), promptChars })
    print(noteLines({ loaded, tools }))
  },
  resumed: (index) => emit('resumed', { afterStep: index }),
  step({ index, action, patch, result, rejections }) {
    const { text, refused = false, done } = result
    const change = isJsonObject(patch) ? patch : {}
    emit('step', {
      step: index + 1,
      action,
      patch: change,
      observation: text,
      refused,
      done,
      rejected: rejections?.length ?? 0,
    })
  },
  slow: (what, seconds) => emit('slow', { what, seconds }),
  note: (text) => emit('note', { text }),
  ended({ stopped, action, state }, { steps, spent, milliseconds }) {
    const { calls, inputTokens = null, cachedInputTokens, outputTokens = null, costUsd = null } = spent
    const usage = {
      calls,
      inputTokens,
      cachedInputTokens,
      outputTokens,
      costUsd,
      milliseconds: Math.round(milliseconds),
    }
    const { ok = true, answer = null, files = [] } = endOf(action) ?? {}
    const end = stopped === undefined ? { ok, answer, files } : { reason: stopped }
    emit(stopped === undefined ? 'finished' : 'stopped', {
      ...end,
      state: state.toJSON() as JsonObject,
      steps,
      usage,
    })
  },
  changed: () => {},
  files: ({ folder, changes, kept = null, rejected }) =>
    emit('files', {
      folder,
      changes: changes.map((change) => ({ ...change })),
      kept,
      rejected: rejected.map((each) => ({ ...each })),
    }),
}

function emit(type: string, event: JsonObject): void {
  process.stdout.write(`${JSON.stringify({ type, ...event })}\n`)
}

function print(text: string): void {
  process.stderr.write(text)
}
