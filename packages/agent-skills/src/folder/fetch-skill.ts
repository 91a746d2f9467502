import { execFile, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
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
import { invalidSkill } from '../invalid-skill.ts'

export interface FetchedSkill {
  readonly folder: string
  /** The commit that it was fetched at, if it comes from a repository. */
  readonly commit?: string | undefined
  /** Removes what was fetched and is not kept; does nothing to a folder of the user's. */
  readonly close: () => void
}

export interface FetchOptions {
  /** A folder that keeps what is fetched at a commit, so that it is fetched once. Default: nothing is kept. */
  readonly cache?: string | undefined
  /** The commit to take of a source that names none. Default: that of its tag, else the newest. */
  readonly commit?: string | undefined
}

interface Source {
  readonly fetch: (place: string, signal: AbortSignal) => Promise<void>
  /** Path of the skill inside. */
  readonly path: string | undefined
  /** The skill's folder by its last name, in place of a path. */
  readonly name?: string | undefined
  readonly commit?: string | undefined
}

const DEADLINE_MS = 120_000
/** Most bytes of an archive, once it is unpacked, with the headers of its entries. */
const MAX_ARCHIVE_BYTES = 100_000_000
const MAX_ENTRIES = 5_000
const MAX_DEPTH = 24

const run = promisify(execFile)

/**
 * The skill that a source names: a folder; `npm:<package>[@version][#path]`; `git:<repository>#<commit>[:path]`, with the
 * commit in full; or `<owner>/<repository>[@skill][#tag]` on GitHub, also as the address of a page there, `https://…`. Executes no script of a package and no hook or filter of a repository. Unpacks at most 100 MB and 5,000
 * entries, within two minutes, and follows no link out of them. Throws `invalid-skill` if it cannot be fetched, or holds
 * several skills and the source names none.
 */
export async function fetchSkill(source: string, options: FetchOptions = {}): Promise<FetchedSkill> {
  const { content, wanted, commit, close } = await fetchSource(source, options)
  try {
    return { folder: wanted === undefined ? skillOf(content) : skillIn(content, wanted), commit, close }
  } catch (error) {
    close()
    throw error
  }
}

/** The folders of the skills that a source has, as `fetchSkill` takes it. Throws what `fetchSkill` throws. */
export async function listSkills(
  source: string,
  options: FetchOptions = {},
): Promise<Omit<FetchedSkill, 'folder'> & { readonly folders: readonly string[] }> {
  const { content, commit, close } = await fetchSource(source, options)
  return { folders: skillsIn(content), commit, close }
}

interface FetchedSource extends Omit<FetchedSkill, 'folder'> {
  readonly content: string
  /** Absent for a folder of the user's. */
  readonly wanted?: Source
}

async function fetchSource(source: string, { cache, commit }: FetchOptions): Promise<FetchedSource> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  try {
    const wanted = sourceOf(source) ?? (await hosted(source, commit, signal))
    if (wanted === undefined) return { content: source, close: () => {} }
    return await contentOf(wanted, source, cache, signal)
  } catch (error) {
    if (error instanceof SkillStateError) throw error
    const reason = signal.aborted ? `it takes longer than ${DEADLINE_MS / 1_000} s` : reasonOf(error)
    throw invalidSkill(`${source} cannot be fetched: ${reason}`)
  }
}

/** What a source holds: what is kept of it, or else what is fetched, and kept if there is a place and a commit for it. */
async function contentOf(
  wanted: Source,
  source: string,
  cache: string | undefined,
  signal: AbortSignal,
): Promise<FetchedSource> {
  const { commit } = wanted
  const key = commit && hash('sha256', JSON.stringify([source, commit])).slice(0, 24)
  const kept = cache && key && join(cache, key)
  const found = (place: string, close = (): void => {}): FetchedSource => ({
    content: realpathSync(join(place, 'content')),
    wanted,
    commit,
    close,
  })
  if (kept && existsSync(kept)) return found(kept)
  const place = mkdtempSync(join(cache ?? tmpdir(), 'skill-state-fetched-'))
  const close = (): void => rmSync(place, { recursive: true, force: true })
  try {
    await wanted.fetch(place, signal)
    if (!kept) return found(place, close)
    rmSync(join(place, 'repository'), { recursive: true, force: true })
    if (!existsSync(kept)) renameSync(place, kept)
  } catch (error) {
    close()
    throw error
  }
  close()
  return found(kept)
}

/** A repository on a host, at the commit of a tag or branch. A folder of the name goes before it. */
async function hosted(
  source: string,
  pinned: string | undefined,
  signal: AbortSignal,
): Promise<Source | undefined> {
  const [, short, name, tag] = SHORT.exec(source) ?? []
  const [, address, ref, path, part, mark] = ADDRESS.exec(source) ?? []
  const repository = short === undefined ? address : `https://github.com/${short}`
  if (repository === undefined || existsSync(source)) return undefined
  const wanted = tag ?? mark ?? ref ?? 'HEAD'
  const commit = pinned ?? (await commitOf(repository, wanted, signal))
  return {
    path: inside(source, path),
    name: name ?? part,
    commit,
    fetch: (place, until) => fetchCommit(place, { repository, commit }, until),
  }
}

const SHORT = /^([A-Za-z0-9][\w-]*\/[A-Za-z0-9][\w.-]*)(?:@([\w.-]+))?(?:#([\w./-]+))?$/
/** `https://host/owner/repository`, of GitHub also with `/tree/<branch>/<path>`. */
const ADDRESS =
  /^(https?:\/\/[^\s#@]+?|file:\/\/[^\s#@]+?)(?:\.git)?(?:\/(?:tree|blob)\/([\w.-]+)(?:\/([^\s#@]+?)(?:\/SKILL\.md)?)?)?\/?(?:@([\w.-]+))?(?:#([\w./-]+))?$/

async function commitOf(repository: string, wanted: string, signal: AbortSignal): Promise<string> {
  if (/^[0-9a-f]{40}$/.test(wanted)) return wanted
  const { stdout } = await run('git', ['ls-remote', '--', repository, wanted, `${wanted}^{}`], {
    signal,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  })
  const lines = stdout.trim().split('\n')
  const line = lines.find((each) => each.endsWith('^{}')) ?? lines[0] ?? '' // what an annotated tag is for
  const [commit = ''] = line.split(/\s/)
  if (/^[0-9a-f]{40}$/.test(commit)) return commit
  throw invalidSkill(`${repository} has no tag or branch ${wanted}: name another after #`)
}

/** A folder of the user's: of a skill, or of several of which one must be named. */
function skillOf(folder: string): string {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder && !existsSync(join(folder, 'SKILL.md'))
    ? join(folder, onlySkill(folder, `${folder} has`))
    : folder
}

function sourceOf(source: string): Source | undefined {
  const [, kind, rest = ''] = /^(npm|git):(.+)$/s.exec(source) ?? []
  if (kind === undefined) return undefined
  const [, name = '', after] = /^([^#]*)(?:#(.*))?$/s.exec(rest) ?? []
  if (name === '' || name.startsWith('-')) throw invalidSkill(`${source} names no package or repository`)
  if (kind === 'npm')
    return { path: inside(source, after), fetch: (place, signal) => fetchPackage(place, name, signal) }
  const [, commit, path] = /^([0-9a-f]{40})(?::(.+))?$/.exec(after ?? '') ?? []
  if (commit === undefined)
    throw invalidSkill(`${source} names no commit: add #, its 40 hexadecimal digits, and :path`)
  const wanted = { repository: name, commit, path: inside(source, path) }
  return { path: wanted.path, commit, fetch: (place, signal) => fetchCommit(place, wanted, signal) }
}

function inside(source: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const plain = posix.normalize(path)
  if (plain.startsWith('..') || posix.isAbsolute(plain))
    throw invalidSkill(`${source}: the path leads out of it`)
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
  { repository, commit, path }: { repository: string; commit: string; path?: string | undefined },
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
  return invalidSkill(`what was fetched has more than ${most}`)
}

/** Folders that hold no skills of a source. */
const LEFT_OUT = ['.git', 'node_modules', '.venv']

const KINDS = ['File', 'OldFile', 'ContiguousFile', 'Directory', 'SymbolicLink']

/** The folder of the skill: the named one, or that of the one SKILL.md. */
function skillIn(content: string, { path, name }: Pick<Source, 'path' | 'name'>): string {
  const named = join(content, path ?? (name === undefined ? onlySkill(content) : skillNamed(content, name)))
  if (!existsSync(named)) throw invalidSkill(`what was fetched has no ${path}, or only a link of this name`)
  const folder = realpathSync(named)
  if (folder === content || folder.startsWith(content + sep)) return folder
  throw invalidSkill(`${path} is a link that leads out of what was fetched`)
}

function onlySkill(content: string, what = 'what was fetched has'): string {
  const found = skillsIn(content)
  const [first, ...more] = found.map((folder) => relative(content, folder))
  if (first === undefined) throw invalidSkill(`${what} no SKILL.md`)
  if (first !== '' && more.length > 0)
    throw invalidSkill(
      `${what} ${found.length} skills: name one by its path, such as ${first}; skill-state list shows them`,
    )
  return first
}

/** The one folder of the name, in capitals or not. */
function skillNamed(content: string, name: string): string {
  const found = skillsIn(content).map((folder) => relative(content, folder))
  const matching = found.filter((path) => posix.basename(path).toLowerCase() === name.toLowerCase())
  const [first] = matching
  if (first !== undefined && matching.length === 1) return first
  const names = found.map((path) => posix.basename(path)).join(', ')
  throw invalidSkill(
    `what was fetched has ${matching.length === 0 ? 'no skill' : `${matching.length} skills`} ${name}: it has ${names.slice(0, 500)}`,
  )
}

/** The folders with a SKILL.md, the outermost first. No link is followed. */
function skillsIn(folder: string, depth = 0): readonly string[] {
  if (depth > MAX_DEPTH) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  const here = entries.some((entry) => entry.name === 'SKILL.md') ? [folder] : []
  const folders = entries.filter((entry) => entry.isDirectory() && !LEFT_OUT.includes(entry.name))
  return [...here, ...folders.flatMap(({ name }) => skillsIn(join(folder, name), depth + 1))]
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message?: string }
  const said =
    (stderr?.trim() || message || String(error)).split('\n').find((line) => line.trim() !== '') ?? ''
  return said.slice(0, 300)
}
