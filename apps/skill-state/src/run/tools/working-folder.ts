import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { invalidOption } from '@skill-state/protocol'

/** The folder that an option names. Rejects one that overlaps the skill's own folder. */
export function namedFolder(option: string, folder: string, skill: string): string {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw invalidOption(`${option}: there is no folder ${folder}`)
  const [place, own] = [realpathSync(folder), realpathSync(skill)]
  if (isInside(place, own) || isInside(own, place))
    throw invalidOption(
      `${option}: ${folder} and the skill's own folder ${skill} overlap: name another folder`,
    )
  return folder
}

function isInside(folder: string, place: string): boolean {
  const path = relative(folder, place)
  return path === '' || !path.startsWith('..')
}

/**
 * The folder `<journal>.work`, so that a resumed run or session finds its files. As root it belongs to another user, since no
 * command is root, and lies in the folder of temporary files if this user cannot reach it beside the journal.
 */
export function besideJournal(journal: string): string {
  const folder = `${resolve(journal)}.work`
  if (process.getuid?.() !== 0) {
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const digest = createHash('sha256').update(resolve(journal)).digest()
  const reachable = isReachable(dirname(folder))
  const place = reachable ? folder : join(tmpdir(), `skill-state-work-${digest.toString('hex', 0, 8)}`)
  return folderOfAnother(place, FIRST_USER + (digest.readUInt32BE(8) % USERS))
}

/** Numbers that Linux gives to no user. */
const FIRST_USER = 60_706
const USERS = 478

/** Whether every user may go into a folder. */
function isReachable(folder: string): boolean {
  const mayGo = (statSync(folder).mode & 0o001) !== 0
  return mayGo && (folder === dirname(folder) || isReachable(dirname(folder)))
}

function folderOfAnother(folder: string, user: number): string {
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700, recursive: true })
    chownSync(folder, user, user)
  }
  const { uid } = lstatSync(folder)
  if (uid === user) return folder
  throw invalidOption(`--shell: ${folder} belongs to user ${uid}: remove it, or name a folder with --write`)
}
