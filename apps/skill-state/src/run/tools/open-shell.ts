import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type LoadedSkill, openSkillShell, type SkillShell } from '@skill-state/agent-skills'
import { invalidOption, printableLine } from '@skill-state/protocol'
import { findSandbox } from '@skill-state/sandbox'
import type { SkillFlags } from '../options.ts'
import { besideJournal, namedFolder } from './working-folder.ts'

export interface ShellContext {
  readonly timeoutMs: number | undefined
  readonly signal: AbortSignal | undefined
}

/** A shell, and what to know of it, in words. */
export interface OpenedShell extends SkillShell {
  readonly notes: readonly string[]
}

/** The shell of a run, started: what it cannot do is known before anything is paid. Undefined without `--shell`. */
export async function openShell(
  loaded: LoadedSkill,
  flags: SkillFlags & { readonly journal?: string; readonly sessions?: string },
  context: ShellContext,
): Promise<OpenedShell | undefined> {
  const { shell, write, network, journal, sessions } = flags
  if (!shell) {
    if (write === undefined && !network) return undefined
    throw invalidOption('--write and --network are options of the shell: give --shell too')
  }
  const options = { sandbox: await findSandbox(), network, ...context }
  const notes = watchersOf(loaded)
  if (sessions !== undefined) return { ...(await shellOfSessions(loaded, options, sessions)), notes }
  const host =
    write === undefined ? journal && besideJournal(journal) : namedFolder('--write', write, loaded.folder)
  const onLinkOut = write === undefined ? undefined : warn
  const opened = await openSkillShell(loaded, { ...options, host, onLinkOut })
  return { ...opened, notes: [...notes, ...(host === undefined ? [] : [`the shell works in ${host}`])] }
}

/**
 * A shell whose every command has a sandbox of its own, and works in the folder of its session beside the session's journal.
 * The context of a call is the session's id. What cannot work is known at once: one sandbox is opened and closed.
 */
async function shellOfSessions(
  loaded: LoadedSkill,
  options: Parameters<typeof openSkillShell>[1],
  sessions: string,
): Promise<SkillShell> {
  mkdirSync(sessions, { recursive: true })
  namedFolder('--sessions', sessions, loaded.folder)
  const tried = await openSkillShell(loaded, options)
  await tried.close()
  return {
    close: () => tried.close(),
    tool: {
      ...tried.tool,
      async execute(input, call) {
        const host = besideJournal(join(sessions, encodeURIComponent(String(call.context))))
        const shell = await openSkillShell(loaded, { ...options, host, signal: call.signal })
        try {
          return await shell.tool.execute?.(input, call)
        } finally {
          await shell.close()
        }
      },
    },
  }
}

const WATCHERS = /\b(fs\.watch|chokidar|nodemon|inotify\w*|watchdog|watchfiles|fswatch)\b/

/** Files of a skill that seem to watch others, which no command in the sandbox can. */
function watchersOf({ files }: LoadedSkill): readonly string[] {
  return files.flatMap(({ name, text = '' }) => {
    const [, watcher] = WATCHERS.exec(text) ?? []
    return watcher === undefined
      ? []
      : [`${name} names ${watcher}: commands of the shell cannot watch files, only look again`]
  })
}

function warn(text: string): void {
  process.stderr.write(`note: ${printableLine(text)}\n`)
}
