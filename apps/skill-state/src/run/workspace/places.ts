import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
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

/** Whether a place is the folder or lies in it, by its name. */
export function isInside(folder: string, place: string): boolean {
  const path = relative(folder, place)
  return path === '' || !path.startsWith('..')
}

/**
 * A folder for one kind of what can be made again, which every user can reach if this one is root, since no command in a
 * sandbox is: below XDG_CACHE_HOME or `~/.cache`, else below `/var/cache`.
 */
export function cacheFolder(kind: 'work' | 'packages' | 'skills'): string {
  const named = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'skill-state')
  const isRoot = process.getuid?.() === 0
  const folder = !isRoot || isReachable(named) ? named : '/var/cache/skill-state'
  const place = join(folder, kind)
  mkdirSync(place, { recursive: true })
  if (isRoot) for (const made of [folder, place]) chmodSync(made, 0o755)
  return place
}

/** A file of what the user decided, or the folder of sign-ins. */
export function configFile(name: 'trusted.json' | 'sign-ins'): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'skill-state', name)
}

/** Where the copy of a folder lies, beside the journal if that can be reached, and who owns it. */
export function workFolder(journal: string | undefined): {
  readonly place: string
  readonly owner: number | undefined
} {
  const name = journal === undefined ? `${process.pid}-${randomUUID()}` : `${resolve(journal)}.work`
  const { owner, digest } = ownerFor(name)
  const isBeside = journal !== undefined && (owner === undefined || isReachable(dirname(name)))
  const place = isBeside ? name : join(cacheFolder('work'), journal === undefined ? name : digest)
  mkdirSync(place, { recursive: true })
  return { place, owner }
}

/**
 * The folder `<journal>.work`, so that a resumed run or session finds its files. As root it belongs to another user, since no
 * command is root, and lies in the cache if this user cannot reach it beside the journal.
 */
export function besideJournal(journal: string): string {
  const folder = `${resolve(journal)}.work`
  const { owner, digest } = ownerFor(resolve(journal))
  if (owner === undefined) {
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const place = isReachable(dirname(folder)) ? folder : join(cacheFolder('work'), digest)
  if (!existsSync(place)) {
    mkdirSync(place, { mode: 0o700, recursive: true })
    chownSync(place, owner, owner)
  }
  const { uid } = lstatSync(place)
  if (uid === owner) return place
  throw invalidOption(`--shell: ${place} belongs to user ${uid}: remove it, or name another journal`)
}

/** The user to whom what commands write belongs, if this one is root, and a name for the cache. */
function ownerFor(name: string): { readonly owner: number | undefined; readonly digest: string } {
  const digest = createHash('sha256').update(name).digest()
  const owner = process.getuid?.() === 0 ? FIRST_USER + (digest.readUInt32BE(8) % USERS) : undefined
  return { owner, digest: digest.toString('hex', 0, 8) }
}

/** Numbers that Linux gives to no user. */
const FIRST_USER = 60_706
const USERS = 478

/** Whether every user may go into a folder, or could if it were made. */
function isReachable(folder: string): boolean {
  if (!existsSync(folder)) return isReachable(dirname(folder))
  const mayGo = (statSync(folder).mode & 0o001) !== 0
  return mayGo && (folder === dirname(folder) || isReachable(dirname(folder)))
}
