import {
  chmodSync,
  constants,
  copyFileSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  type Stats,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { invalidOption } from '@skill-state/protocol'

/** What of a file tells whether it was changed: kind, size, time, permissions, or where a link leads. */
export type FileMark = readonly (string | number)[]

/** Files below a folder by their paths; folders end with a slash. */
export type Marks = ReadonlyMap<string, FileMark>

const MAX_FILES = 200_000
const MAX_BYTES = 4_000_000_000

interface MarkOptions {
  readonly leftOut?: (path: string) => boolean
  /** Whether folders that cannot be read are made readable first. Default false: they are taken for empty. */
  readonly unlock?: boolean
}

/** Every file, link and folder below a folder. Follows no link; sockets and devices are left out. */
export function marksOf(folder: string, { leftOut, unlock = false }: MarkOptions = {}): Marks {
  const marks = new Map<string, FileMark>()
  let bytes = 0
  const visit = (inside: string): void => {
    for (const name of namesIn(join(folder, inside), unlock)) {
      const path = inside + name
      if (leftOut?.(join(folder, path))) continue
      const stats = lstatSync(join(folder, path))
      const mark = markOf(join(folder, path), stats)
      if (mark === undefined) continue
      marks.set(stats.isDirectory() ? `${path}/` : path, mark)
      bytes += stats.isFile() ? stats.size : 0
      if (marks.size > MAX_FILES || bytes > MAX_BYTES) throw tooLarge(folder)
      if (stats.isDirectory()) visit(`${path}/`)
    }
  }
  visit('')
  return marks
}

function namesIn(folder: string, unlock: boolean): readonly string[] {
  try {
    if (unlock) chmodSync(folder, statSync(folder).mode | 0o700)
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

export function markOf(path: string, stats: Stats): FileMark | undefined {
  if (stats.isDirectory()) return ['folder']
  if (stats.isSymbolicLink()) return ['link', readlinkSync(path)]
  return stats.isFile() ? ['file', stats.size, stats.mtimeMs, stats.mode & 0o777] : undefined
}

/**
 * Copies what the marks name, sharing the bytes of a file with its copy if the file system can. Returns what cannot be
 * read. `owner` gets the copies.
 */
export function copyAll(
  from: string,
  to: string,
  marks: Marks,
  owner: number | undefined,
): readonly string[] {
  const unread: string[] = []
  for (const path of marks.keys()) {
    try {
      copyOne(join(from, path), join(to, path))
      if (owner !== undefined) lchownSync(join(to, path), owner, owner)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
      unread.push(path)
    }
  }
  return unread
}

/** Copies a file, a link as a link, or a folder without what is in it. Nothing may lie there but a folder. */
export function copyOne(from: string, to: string): void {
  const stats = lstatSync(from)
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else if (stats.isDirectory()) mkdirSync(to, { recursive: true, mode: (stats.mode & 0o777) | 0o700 })
  else {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    chmodSync(to, stats.mode & 0o777)
    utimesSync(to, stats.atime, stats.mtime)
  }
}

function tooLarge(folder: string): Error {
  return invalidOption(
    `the folder ${folder} has more than ${MAX_FILES} files or ${MAX_BYTES / 1e9} GB: go into a smaller one, or give --no-workspace`,
  )
}
