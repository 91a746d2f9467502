import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { copyOne, type FileMark, type Marks, markOf, marksOf } from './copy.ts'
import { isInside } from './places.ts'

/** A file or link that commands made, wrote or removed. */
export interface Change {
  readonly change: 'created' | 'changed' | 'deleted'
  /** From the folder. */
  readonly path: string
  /** Of the new content. */
  readonly bytes: number
}

interface Places {
  /** The user's folder. */
  readonly folder: string
  /** The copy. */
  readonly host: string
}

/** The changes that the folder does not have yet, deletions first. */
export function changesBetween({ folder, host, copy }: Places & { readonly copy: Marks }): readonly Change[] {
  const now = marksOf(host, { unlock: true })
  const isSame = (path: string): boolean => JSON.stringify(now.get(path)) === JSON.stringify(copy.get(path))
  const paths = [...new Set([...copy.keys(), ...now.keys()])].filter((path) => !path.endsWith('/'))
  return paths
    .filter((path) => !isSame(path) && !isEqual(join(folder, path), join(host, path)))
    .map((path): Change => {
      const [kind, bytes = 0] = now.get(path) ?? []
      const change = kind === undefined ? 'deleted' : copy.has(path) ? 'changed' : 'created'
      return { change, path, bytes: typeof bytes === 'number' ? bytes : 0 }
    })
    .sort((a, b) => Number(b.change === 'deleted') - Number(a.change === 'deleted'))
}

/** Brings one change into the folder, whole or not at all. Returns why not if it must not. */
export function applyChange(
  { change, path }: Change,
  { folder, host, original }: Places & { readonly original: Marks },
): string | undefined {
  const [from, to] = [join(host, path), join(folder, path)]
  if (!isOf(original.get(path), to)) return 'it was changed outside meanwhile'
  if (!leadsInside(folder, dirname(to))) return 'it lies behind a link that leads out of the folder'
  if (change === 'deleted') {
    rmSync(to, { force: true })
    removeEmpty(folder, host, dirname(path))
    return undefined
  }
  if (leadsOut(folder, to, from)) return 'it is a link that leads out of the folder'
  const { uid, gid } = statSync(folder)
  makeFolders(folder, dirname(path), { uid, gid })
  const next = `${to}.skill-state-new`
  rmSync(next, { force: true })
  copyOne(from, next)
  if (process.getuid?.() === 0) lchownSync(next, uid, gid)
  renameSync(next, to)
  return undefined
}

/** Whether what lies there is what lay there at the beginning. */
function isOf(mark: FileMark | undefined, place: string): boolean {
  const stats = lstatSync(place, { throwIfNoEntry: false })
  const found = stats && markOf(place, stats)
  return JSON.stringify(found) === JSON.stringify(mark)
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => lstatSync(path, { throwIfNoEntry: false }))
  if (one === undefined || other === undefined) return one === other
  if (!one.isFile() || !other.isFile())
    return JSON.stringify(markOf(a, one)) === JSON.stringify(markOf(b, other))
  return (
    one.size === other.size &&
    ((one.mode ^ other.mode) & 0o777) === 0 &&
    readFileSync(a).equals(readFileSync(b))
  )
}

/** Whether the nearest folder that is there lies in the user's folder, and no link is on the way. */
function leadsInside(folder: string, place: string): boolean {
  const stats = lstatSync(place, { throwIfNoEntry: false })
  if (stats === undefined) return leadsInside(folder, dirname(place))
  return stats.isDirectory() && realpathSync(place) === place && isInside(folder, place)
}

/** A way up after a way down is not trusted: what lies between may be a link. */
function leadsOut(folder: string, to: string, from: string): boolean {
  const stats = lstatSync(from)
  if (!stats.isSymbolicLink()) return false
  const target = readlinkSync(from)
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const down = parts.findIndex((part) => part !== '..')
  if (down !== -1 && parts.slice(down).includes('..')) return true
  return !isInside(folder, resolve(dirname(to), target)) && !OF_SYSTEM.test(target)
}

/** What a sandbox shows of the system: a link to there names the same file inside and outside. */
const OF_SYSTEM = /^\/(usr\/)?(bin|sbin|lib\w*|share|include)\//

function makeFolders(folder: string, path: string, { uid, gid }: { uid: number; gid: number }): void {
  if (path === '.' || existsSync(join(folder, path))) return
  makeFolders(folder, dirname(path), { uid, gid })
  mkdirSync(join(folder, path))
  if (process.getuid?.() === 0) lchownSync(join(folder, path), uid, gid)
}

/** Removes folders that the copy no longer has, if nothing is in them. */
function removeEmpty(folder: string, host: string, path: string): void {
  if (path === '.' || lstatSync(join(host, path), { throwIfNoEntry: false })?.isDirectory()) return
  try {
    rmdirSync(join(folder, path))
  } catch {
    return
  }
  removeEmpty(folder, host, dirname(path))
}
