import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative, sep } from 'node:path'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { SkillStateError } from '@skill-state/protocol'
import { extract } from 'tar'

/** A skill's folder on this machine. */
export interface FetchedSkill {
  readonly folder: string
  /** Removes what was fetched; does nothing to a folder of the user's. */
  readonly close: () => void
}

interface Source {
  readonly fetch: (place: string, signal: AbortSignal) => Promise<void>
  /** Path of the skill inside. */
  readonly path: string | undefined
}

const DEADLINE_MS = 120_000
/** Most bytes of an archive, once it is unpacked, with the headers of its entries. */
const MAX_ARCHIVE_BYTES = 100_000_000
const MAX_ENTRIES = 5_000
const MAX_DEPTH = 24

const run = promisify(execFile)

/**
 * The skill that a source names: a folder; `npm:<package>[@version][#path]`; or `git:<repository>#<commit>[:path]`, with the
 * commit in full. Executes no script of a package and no hook or filter of a repository. Unpacks at most 100 MB and 5,000
 * entries, within two minutes, and follows no link out of them. Throws `invalid-skill` if it cannot be fetched, or holds
 * several skills and the source names none.
 */
export async function fetchSkill(source: string): Promise<FetchedSkill> {
  const fetched = sourceOf(source)
  if (fetched === undefined) return { folder: source, close: () => {} }
  const place = mkdtempSync(join(tmpdir(), 'skill-state-fetched-'))
  const close = (): void => rmSync(place, { recursive: true, force: true })
  const signal = AbortSignal.timeout(DEADLINE_MS)
  try {
    await fetched.fetch(place, signal)
    return { folder: skillIn(realpathSync(join(place, 'content')), fetched.path), close }
  } catch (error) {
    close()
    if (error instanceof SkillStateError) throw error
    const reason = signal.aborted ? `it takes longer than ${DEADLINE_MS / 1_000} s` : reasonOf(error)
    throw invalid(`${source} cannot be fetched: ${reason}`)
  }
}

function sourceOf(source: string): Source | undefined {
  const [, kind, rest = ''] = /^(npm|git):(.+)$/s.exec(source) ?? []
  if (kind === undefined) return undefined
  const [, name = '', after] = /^([^#]*)(?:#(.*))?$/s.exec(rest) ?? []
  if (name === '' || name.startsWith('-')) throw invalid(`${source} names no package or repository`)
  if (kind === 'npm')
    return { path: inside(source, after), fetch: (place, signal) => fetchPackage(place, name, signal) }
  const [, commit, path] = /^([0-9a-f]{40})(?::(.+))?$/.exec(after ?? '') ?? []
  if (commit === undefined)
    throw invalid(`${source} names no commit: add #, its 40 hexadecimal digits, and :path`)
  const wanted = { repository: name, commit, path: inside(source, path) }
  return { path: wanted.path, fetch: (place, signal) => fetchCommit(place, wanted, signal) }
}

function inside(source: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const plain = posix.normalize(path)
  if (plain.startsWith('..') || posix.isAbsolute(plain)) throw invalid(`${source}: the path leads out of it`)
  return plain
}

async function fetchPackage(place: string, name: string, signal: AbortSignal): Promise<void> {
  const options = ['--ignore-scripts', '--silent', '--pack-destination', place]
  await run('npm', ['pack', name, ...options], { signal })
  const tarball = readdirSync(place).find((file) => file.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm gave no tarball')
  await unpack([createReadStream(join(place, tarball)), createGunzip()], place, { strip: 1, signal })
}

/** Without a checkout, and without the user's filters: none of them runs. */
async function fetchCommit(
  place: string,
  { repository, commit, path }: { repository: string; commit: string; path: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const bare = join(place, 'repository')
  const git = (...words: string[]): Promise<unknown> => run('git', words, { signal })
  await git('init', '--quiet', '--bare', bare)
  // Packs stay packed: a blob that is large once it is unpacked is not held in memory.
  const fetch = ['-c', 'fetch.unpackLimit=1', 'fetch', '--quiet', '--depth=1', '--', repository, commit]
  await git('-C', bare, ...fetch)
  const paths = path === undefined ? [] : ['--', path]
  const env = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_LITERAL_PATHSPECS: '1' }
  const child = spawn('git', ['-C', bare, 'archive', '--format=tar', commit, ...paths], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const stderr = text(child.stderr)
  try {
    await unpack([child.stdout], place, { strip: 0, signal })
    const [code] = await ended
    if (code !== 0) throw new Error(`git archive ended with code ${code}`)
  } catch (error) {
    child.kill()
    throw error instanceof SkillStateError ? error : Object.assign(error as Error, { stderr: await stderr })
  }
}

/** Writes what an archive holds, and stops at its limits while it reads. Devices and hard links are left out. */
async function unpack(
  archive: readonly (NodeJS.ReadableStream | NodeJS.ReadWriteStream)[],
  place: string,
  { strip, signal }: { readonly strip: number; readonly signal: AbortSignal },
): Promise<void> {
  const content = join(place, 'content')
  mkdirSync(content)
  let entries = 0
  let bytes = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > MAX_ARCHIVE_BYTES) done(tooLarge(`${MAX_ARCHIVE_BYTES / 1_000_000} MB`))
      else if (entries > MAX_ENTRIES) done(tooLarge(`${MAX_ENTRIES} entries`))
      else done(null, chunk)
    },
  })
  const filter = (_: string, entry: object): boolean => {
    entries += 1
    return entries <= MAX_ENTRIES && 'type' in entry && KINDS.includes(String(entry.type))
  }
  const options = { cwd: content, strip, filter, maxDepth: MAX_DEPTH, preserveOwner: false, noMtime: true }
  await pipeline([...archive, bounded, extract(options)], { signal })
  if (entries > MAX_ENTRIES) throw tooLarge(`${MAX_ENTRIES} entries`)
}

function tooLarge(most: string): SkillStateError {
  return invalid(`what was fetched has more than ${most}`)
}

const KINDS = ['File', 'OldFile', 'ContiguousFile', 'Directory', 'SymbolicLink']

/** The folder of the skill: the named one, or that of the one SKILL.md. */
function skillIn(content: string, path: string | undefined): string {
  const named = join(content, path ?? onlySkill(content))
  if (!existsSync(named)) throw invalid(`what was fetched has no ${path}, or only a link of this name`)
  const folder = realpathSync(named)
  if (folder === content || folder.startsWith(content + sep)) return folder
  throw invalid(`${path} is a link that leads out of what was fetched`)
}

function onlySkill(content: string): string {
  const found = skillsIn(content)
  const [first, ...more] = found.map((folder) => relative(content, folder))
  if (first === undefined) throw invalid('what was fetched has no SKILL.md')
  if (first !== '' && more.length > 0)
    throw invalid(`what was fetched has ${found.length} skills: name one by its path, such as ${first}`)
  return first
}

/** The folders with a SKILL.md, the outermost first. No link is followed. */
function skillsIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const here = entries.some((entry) => entry.name === 'SKILL.md') ? [folder] : []
  const folders = entries.filter((entry) => entry.isDirectory())
  return [...here, ...folders.flatMap(({ name }) => skillsIn(join(folder, name)))]
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message?: string }
  const said =
    (stderr?.trim() || message || String(error)).split('\n').find((line) => line.trim() !== '') ?? ''
  return said.slice(0, 300)
}

function invalid(message: string): SkillStateError {
  return new SkillStateError('invalid-skill', message)
}
