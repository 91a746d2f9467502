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
  flags: SkillFlags & { readonly journal?: string },
  context: ShellContext,
): Promise<OpenedShell | undefined> {
  const { shell, write, network, journal } = flags
  if (!shell) {
    if (write === undefined && !network) return undefined
    throw invalidOption('--write and --network are options of the shell: give --shell too')
  }
  const options = { sandbox: await findSandbox(), network, ...context }
  const notes = watchersOf(loaded)
  const host =
    write === undefined ? journal && besideJournal(journal) : namedFolder('--write', write, loaded.folder)
  const onLinkOut = write === undefined ? undefined : warn
  const opened = await openSkillShell(loaded, { ...options, host, onLinkOut })
  return { ...opened, notes: [...notes, ...(host === undefined ? [] : [`the shell works in ${host}`])] }
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
