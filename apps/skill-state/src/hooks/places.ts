import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where everything of the hooks is: states, records of what was installed, the log. Nothing in a name comes from a session. */
export function hooksHome(): string {
  return join(homedir(), '.skill-state')
}

/** The folder of a project: that of its repository, or the working folder. */
export function projectOf(cwd: string): string {
  const start = existsSync(cwd) ? realpathSync(cwd) : cwd
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return start
  }
}

/** The name of the files of a project or of a session. */
export function fileId(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32)
}

/** What the hooks have noted of a session: lines that only grow. */
export function notesFile(session: string): string {
  return join(hooksHome(), 'sessions', `${fileId(session)}.notes`)
}
