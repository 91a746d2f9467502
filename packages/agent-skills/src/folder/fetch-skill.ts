import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { SkillStateError } from '@skill-state/protocol'

/** A skill's folder on this machine. */
export interface FetchedSkill {
  readonly folder: string
  /** Removes what was fetched; does nothing to a folder of the user's. */
  readonly close: () => void
}

interface Source {
  readonly fetch: (place: string) => Promise<void>
  /** Path of the skill inside. */
  readonly path: string | undefined
}

const run = promisify(execFile)

/**
 * The skill that a source names: a folder; `npm:<package>[@version][#path]`; or `git:<repository>#<commit>[:path]`, with the
 * commit in full. Nothing of a fetched skill is executed: no script of a package, no hook or filter of a repository. Throws
 * `invalid-skill` if it cannot be fetched, or holds several skills and the source names none.
 */
export async function fetchSkill(source: string): Promise<FetchedSkill> {
  const fetched = sourceOf(source)
  if (fetched === undefined) return { folder: source, close: () => {} }
  const place = mkdtempSync(join(tmpdir(), 'skill-state-fetched-'))
  const close = (): void => rmSync(place, { recursive: true, force: true })
  try {
    await fetched.fetch(place)
    return { folder: join(place, 'content', fetched.path ?? onlySkill(join(place, 'content'))), close }
  } catch (error) {
    close()
    if (error instanceof SkillStateError) throw error
    throw invalid(`${source} cannot be fetched: ${reasonOf(error)}`)
  }
}

function sourceOf(source: string): Source | undefined {
  const [, kind, rest = ''] = /^(npm|git):(.+)$/s.exec(source) ?? []
  if (kind === undefined) return undefined
  const [, name = '', after] = /^([^#]*)(?:#(.*))?$/s.exec(rest) ?? []
  if (name === '' || name.startsWith('-')) throw invalid(`${source} names no package or repository`)
  if (kind === 'npm') return { path: inside(source, after), fetch: (place) => fetchPackage(place, name) }
  const [, commit, path] = /^([0-9a-f]{40})(?::(.+))?$/.exec(after ?? '') ?? []
  if (commit === undefined)
    throw invalid(`${source} names no commit: add #, its 40 hexadecimal digits, and :path`)
  return { path: inside(source, path), fetch: (place) => fetchCommit(place, name, commit) }
}

function inside(source: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const plain = posix.normalize(path)
  if (plain.startsWith('..') || posix.isAbsolute(plain)) throw invalid(`${source}: the path leads out of it`)
  return plain
}

async function fetchPackage(place: string, name: string): Promise<void> {
  await run('npm', ['pack', name, '--ignore-scripts', '--silent', '--pack-destination', place], {
    timeout: 120_000,
  })
  const tarball = readdirSync(place).find((file) => file.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm gave no tarball')
  await unpack(join(place, tarball), place, ['--strip-components=1'])
}

/** Without a checkout: no hook and no filter runs. */
async function fetchCommit(place: string, repository: string, commit: string): Promise<void> {
  const git = (...words: string[]): Promise<unknown> =>
    run('git', ['-C', place, ...words], { timeout: 120_000 })
  await git('init', '--quiet', '--bare', 'repository')
  await git('-C', 'repository', 'fetch', '--quiet', '--depth=1', '--', repository, commit)
  await git('-C', 'repository', 'archive', '--output', join(place, 'archive.tar'), commit)
  await unpack(join(place, 'archive.tar'), place, [])
}

async function unpack(archive: string, place: string, options: readonly string[]): Promise<void> {
  const content = join(place, 'content')
  mkdirSync(content)
  await run('tar', ['-xf', archive, '-C', content, '--no-same-owner', ...options])
}

/** The path of the one SKILL.md. */
function onlySkill(content: string): string {
  if (existsSync(join(content, 'SKILL.md'))) return '.'
  const found = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(^|\/)SKILL\.md$/.test(name),
  )
  const [first, ...more] = found.map((name) => posix.dirname(name))
  if (first === undefined) throw invalid('what was fetched has no SKILL.md')
  if (more.length > 0)
    throw invalid(`what was fetched has ${found.length} skills: name one by its path, such as ${first}`)
  return first
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
