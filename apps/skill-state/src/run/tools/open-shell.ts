import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type LoadedSkill, openSkillShell, type SkillShell } from '@skill-state/agent-skills'
import { invalidOption } from '@skill-state/protocol'
import { findSandbox } from '@skill-state/sandbox'
import type { SkillFlags } from '../options.ts'
import { besideJournal, namedFolder } from '../workspace/places.ts'
import { openWorkspace, type Workspace } from '../workspace/workspace.ts'

export interface ShellContext {
  readonly timeoutMs: number | undefined
  readonly signal: AbortSignal | undefined
  /** The folder in which the command was given, if commands shall work on a copy of it. */
  readonly folder: string | undefined
}

/** A shell, and what to know of it, in words. */
export interface OpenedShell extends SkillShell {
  readonly notes: readonly string[]
  /** Absent if commands work elsewhere. */
  readonly workspace?: Workspace | undefined
}

/** The shell of a run, started: what it cannot do is known before anything is paid. Undefined without `--shell`. */
export async function openShell(
  loaded: LoadedSkill,
  flags: SkillFlags & { readonly journal?: string; readonly sessions?: string },
  context: ShellContext,
): Promise<OpenedShell | undefined> {
  const { shell, write, network, journal, sessions, noWorkspace } = flags
  if (!shell) {
    if (!write && !network && !noWorkspace) return undefined
    throw invalidOption('--write, --network and --no-workspace are options of the shell: give --shell too')
  }
  const { folder: current, ...rest } = context
  const options = { sandbox: await findSandbox(), network, ...rest }
  const notes = watchersOf(loaded)
  if (sessions !== undefined) return { ...(await shellOfSessions(loaded, options, sessions)), notes }
  if (noWorkspace || current === undefined) {
    if (write)
      throw invalidOption(
        '--write brings what commands changed into the current folder: leave --no-workspace out',
      )
    const host = journal && besideJournal(journal)
    const opened = await openSkillShell(loaded, { ...options, host })
    const place = host === undefined ? 'in memory: its files are gone at the end' : `in ${host}, which stays`
    return { ...opened, notes: [...notes, `the shell works ${place}`] }
  }
  const workspace = openWorkspace(current, { journal, skill: loaded.folder })
  const { folder, host } = workspace
  try {
    const opened = await openSkillShell(loaded, { ...options, folder, host })
    return { ...opened, workspace, notes: [...notes, ...workspace.notes] }
  } catch (error) {
    if (journal === undefined) workspace.discard()
    throw error
  }
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
