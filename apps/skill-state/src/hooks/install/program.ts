import { realpathSync } from 'node:fs'
import { invalidOption, type JsonObject } from '@skill-state/protocol'
import { DEFAULT_CHARS } from '../limits.ts'
import type { FileEdit } from './edit.ts'

export interface Installation {
  /** The words that start our program from any folder and with any PATH. */
  readonly program: readonly string[]
  readonly maxChars: number
}

/** A coding agent that can be given our hooks. */
export interface Host {
  readonly edits: (installation: Installation) => readonly FileEdit[]
  /** Its own command that registers an MCP server, if that is used. */
  readonly register?: ((installation: Installation) => Registration) | undefined
  /** What a person has to know or to do. */
  readonly note: string
}

export interface Registration {
  readonly program: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

export function programWords(): readonly string[] {
  const file = realpathSync(process.argv[1] ?? '')
  if (/[\\/]_npx[\\/]/.test(file))
    throw invalidOption(
      'npx keeps the program for a while only: npm install -g @skill-state/cli, then repeat',
    )
  return [process.execPath, ...process.execArgv.filter((word) => word.startsWith('--conditions')), file]
}

export function hookWords({ program, maxChars }: Installation, command: 'run' | 'serve'): readonly string[] {
  return [
    ...program,
    'hooks',
    command,
    ...(maxChars === DEFAULT_CHARS ? [] : ['--max-chars', String(maxChars)]),
  ]
}

export function shellCommand(words: readonly string[]): string {
  const plain = /^[\w@%+=:,./-]+$/
  return words.map((word) => (plain.test(word) ? word : `"${word.replaceAll(/["\\$`]/g, '\\$&')}"`)).join(' ')
}

/** For an event of Claude Code or Codex: the tools, or sources, that a hook is for, and seconds after which the host ends it. */
export type HookEvents = Readonly<Record<string, { readonly matcher?: string; readonly timeout?: number }>>

/** Our hook ends itself before. */
const TIMEOUT = 10

/** By event a group of one handler that runs our command. */
export function hookGroups(
  installation: Installation,
  events: HookEvents,
): Readonly<Record<string, JsonObject>> {
  const command = shellCommand(hookWords(installation, 'run'))
  const groups = Object.entries(events).map(([event, { matcher, timeout = TIMEOUT }]) => {
    const hooks = [{ type: 'command', command, timeout }]
    return [event, matcher === undefined ? { hooks } : { matcher, hooks }] as const
  })
  return Object.fromEntries(groups)
}
