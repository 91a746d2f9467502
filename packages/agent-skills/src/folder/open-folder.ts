import { createHash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { SkillStateError } from '@skill-state/protocol'
import { invalidSkill } from '../invalid-skill.ts'

/** Most bytes of SKILL.md, and of a schema: far above any text that a prompt could hold. */
const MAX_TEXT_BYTES = 1_000_000
/** As many as a sandbox shows. */
const MAX_FILES = 1_500
const MAX_BYTES = 100_000_000
const MAX_DEPTH = 16

/** Folders that tools leave behind: no part of a skill, and no more are journals of its runs, with what lies beside them. */
const LEFT_OUT = ['.git', 'node_modules', '__pycache__', '.venv']
/** Cases that test the skill, with what is expected: no run may see them. */
const [CASES, CASES_FILE] = ['evals', 'evals/evals.json']

export interface SkillFile {
  /** Path from the skill's folder, with forward slashes. */
  readonly name: string
  readonly bytes: number
  /** The text; undefined for a binary file. */
  readonly text: string | undefined
  readonly executable: boolean
}

/** The files of a skill, by their paths from its folder. */
export interface SkillFolder {
  /** The folder as it was named. */
  readonly path: string
  /** Every file of the folder, in the order of names. */
  readonly files: readonly SkillFile[]
  /** SHA-256 over the names and contents of all files. Hexadecimal. */
  readonly hash: string
  /** The text of a file. Throws `invalid-skill` for one outside of the folder, that is missing, or that is too large. */
  read(file: string): string
}

/**
 * Reads a folder whole. A link is followed inside the folder; one that leads out of it is left out with a note, and so is a
 * name that a terminal could obey. Throws `invalid-skill` for a missing folder and for one that is too large.
 */
export function openFolder(path: string, note: (text: string) => void): SkillFolder {
  const root = realPath(path)
  if (root === undefined || !statSync(root).isDirectory()) {
    throw invalidSkill(`there is no folder ${path}: name the one that holds SKILL.md`)
  }
  const hash = createHash('sha256')
  let bytes = 0
  const files = list(root, path, note).map(({ name, place }): SkillFile => {
    const { size, mode } = statSync(place)
    bytes += size
    if (bytes > MAX_BYTES) throw rejection(path, `its files have more than ${MAX_BYTES / 1_000_000} MB`)
    const content = readFileSync(place)
    hash.update(JSON.stringify([name, content.length])).update(content)
    return { name, bytes: content.length, text: textOf(content), executable: (mode & 0o111) !== 0 }
  })
  return {
    path,
    files,
    hash: hash.digest('hex'),
    read: (name) => {
      const wanted = relative(root, resolve(root, name)).split(sep).join('/')
      const found = files.find((file) => file.name === wanted)
      if (found === undefined) throw rejection(path, `it has no file ${name}`)
      if (found.text === undefined) throw rejection(path, `${name} is not a text`)
      if (found.bytes > MAX_TEXT_BYTES) throw rejection(path, `${name} has more than ${MAX_TEXT_BYTES} bytes`)
      return found.text
    },
  }
}

interface Listed {
  readonly name: string
  /** Where its content lies. */
  readonly place: string
}

function list(root: string, path: string, note: (text: string) => void): readonly Listed[] {
  const found: Listed[] = []
  const hasCases = existsSync(join(root, CASES_FILE))
  let unprintable = 0
  const visit = (folder: string, depth: number): void => {
    if (depth > MAX_DEPTH) throw rejection(path, `its folders are deeper than ${MAX_DEPTH} levels`)
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort(byName)) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (/[\p{Cc}\p{Cf}\p{Cs}\uFFFD]/u.test(entry.name)) unprintable += 1
      else if (/\.journal(\.|$)/.test(entry.name) || (hasCases && name === CASES)) continue
      else if (entry.isDirectory() && !LEFT_OUT.includes(entry.name)) visit(name, depth + 1)
      else if (entry.isFile()) found.push({ name, place: join(root, name) })
      else if (entry.isSymbolicLink()) follow(name)
      if (found.length > MAX_FILES) throw rejection(path, `it has more than ${MAX_FILES} files`)
    }
  }
  const follow = (name: string): void => {
    const place = realPath(join(root, name))
    if (place === undefined || (place !== root && !isInside(root, place)))
      note(`the link ${name} leads out of the folder and is left out`)
    else if (statSync(place).isFile()) found.push({ name, place })
  }
  visit('', 0)
  if (unprintable > 0) note(`${unprintable} names with control characters are left out`)
  return found
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1
}

/** Undefined for bytes that are no UTF-8, or hold a NUL. */
function textOf(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return undefined
  }
}

function isInside(root: string, file: string): boolean {
  const path = relative(root, file)
  return path !== '' && !isAbsolute(path) && path !== '..' && !path.startsWith(`..${sep}`)
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

function rejection(folder: string, reason: string): SkillStateError {
  return invalidSkill(`the skill in ${folder} cannot be loaded: ${reason}`)
}
