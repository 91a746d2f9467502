import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import { applyChange, type Change, changesBetween } from './changes.ts'
import { copyAll, type FileMark, type Marks, marksOf } from './copy.ts'
import { isInside, workFolder } from './places.ts'

/** A copy of the user's folder, which commands see at the path of the folder. */
export type Workspace = ReturnType<typeof openWorkspace>

/** What became of the files that commands changed. */
export interface SettledFiles {
  readonly folder: string
  readonly changes: readonly Change[]
  /** Where the changes are that the folder does not have; absent if it has all of them. */
  readonly kept?: string | undefined
  /** Changes that must not be applied, with the reason. */
  readonly rejected: readonly { readonly path: string; readonly reason: string }[]
}

interface WorkspaceOptions {
  /** The journal beside which the copy is kept, so that a resumed run finds it again. Default: a place of its own. */
  readonly journal: string | undefined
  /** The skill's own folder, which no change reaches. */
  readonly skill: string
}

interface Base {
  readonly folder: string
  readonly original: readonly (readonly [string, FileMark])[]
  readonly copy: readonly (readonly [string, FileMark])[]
}

/** Copies the folder, or finds the copy of an earlier command. Throws `invalid-option` for a folder that is not to be copied. */
export function openWorkspace(named: string, { journal, skill }: WorkspaceOptions) {
  const folder = realpathSync(named)
  const own = realpathSync(skill)
  checkFolder(folder, own)
  const { place, owner } = workFolder(journal)
  if (journal === undefined) removeLeft(dirname(place))
  const [host, home, file] = [join(place, 'files'), join(place, 'home'), join(place, 'base.json')]
  const notes = [`commands work on a copy of ${folder}; changes are listed at the end`]
  if (!existsSync(file)) {
    for (const made of [host, home]) {
      rmSync(made, { recursive: true, force: true })
      mkdirSync(made, { mode: 0o700 })
      if (owner !== undefined) lchownSync(made, owner, owner)
    }
    const ours = journal === undefined ? undefined : resolve(journal)
    const leftOut = (path: string): boolean =>
      ours !== undefined && (path === ours || path.startsWith(`${ours}.`))
    const original = marksOf(folder, { leftOut })
    const unread = copyAll(folder, host, original, owner)
    if (unread.length > 0)
      notes.unshift(`${unread.length} files of ${folder} cannot be read, ${unread[0]} among them`)
    const base: Base = { folder, original: [...original], copy: [...marksOf(host)] }
    writeFileSync(`${file}.new`, JSON.stringify(base))
    renameSync(`${file}.new`, file)
  }
  const base = JSON.parse(readFileSync(file, 'utf8')) as Base
  if (base.folder !== folder) throw invalidOption(`--journal: this run works in ${base.folder}: go there`)
  const [original, copy]: [Marks, Marks] = [new Map(base.original), new Map(base.copy)]
  const changed = (): readonly Change[] => changesBetween({ folder, host, copy })
  let isSettled = false
  const discard = (): void => rmSync(place, { recursive: true, force: true })
  const keep = (): string => {
    if (journal !== undefined) return host
    const kept = join(dirname(place), `kept-${basename(place)}`)
    renameSync(place, kept)
    return join(kept, 'files')
  }
  const rejectionOf = (change: Change): string | undefined =>
    isInside(own, join(folder, change.path))
      ? 'it belongs to the skill'
      : applyChange(change, { folder, host, original })
  return {
    folder,
    /** Where the copy lies on this machine. */
    host,
    /** A folder beside it for the caches of installers, which need more room than a home in memory has. */
    home,
    notes,
    /** Brings what commands changed into the folder if that is agreed, and else keeps the copy. The shell must be closed. */
    async settle(agreed: (changes: readonly Change[]) => Promise<boolean>): Promise<SettledFiles> {
      const changes = changed()
      const isAgreed = changes.length === 0 || (await agreed(changes))
      const rejected = (isAgreed ? changes : []).flatMap((change) => {
        const reason = rejectionOf(change)
        return reason === undefined ? [] : [{ path: change.path, reason }]
      })
      isSettled = true
      if (!isAgreed || rejected.length > 0) return { folder, changes, kept: keep(), rejected }
      discard()
      return { folder, changes, rejected }
    },
    /** Keeps the copy after an error if something in it was changed and not settled, and returns where it is; undefined if not. */
    keepChanged(): string | undefined {
      if (isSettled) return undefined
      if (changed().length > 0) return keep()
      if (journal === undefined) discard()
      return undefined
    },
  }
}

/** Removes the copies of commands that were killed. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function checkFolder(folder: string, skill: string): void {
  const reason =
    folder === '/' || /^\/(usr|bin|sbin|lib\w*|etc|proc|dev|sys|boot|run|var)(\/|$)/.test(folder)
      ? 'belongs to the system'
      : folder === realpathSync(homedir())
        ? 'is your home folder'
        : isInside(skill, folder)
          ? "is the skill's own"
          : undefined
  if (reason === undefined) return
  throw invalidOption(
    `the current folder ${folder} ${reason}: go into the folder of the task, or give --no-workspace`,
  )
}
