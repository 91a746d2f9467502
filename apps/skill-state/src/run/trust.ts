import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fetchSkill, type LoadedSkill, loadSkill } from '@skill-state/agent-skills'
import { invalidOption } from '@skill-state/protocol'
import { brief } from '../brief.ts'
import type { Asker } from './ask.ts'
import type { RunFlags } from './options.ts'
import { packageNeeds } from './packages/needs.ts'
import { cacheFolder, configFile } from './workspace/places.ts'

/** A skill that the user trusts, as it was looked at. */
interface Trusted {
  readonly hash: string
  readonly commit?: string | undefined
}

/** Where the skills that the user trusts are kept, by their sources. */
const file = (): string => configFile('trusted.json')

function trusted(): Readonly<Record<string, Trusted>> {
  return existsSync(file()) ? (JSON.parse(readFileSync(file(), 'utf8')) as Record<string, Trusted>) : {}
}

export function trust(source: string, { hash, commit }: Trusted): void {
  mkdirSync(dirname(file()), { recursive: true })
  const next = `${file()}.${process.pid}`
  writeFileSync(next, `${JSON.stringify({ ...trusted(), [source]: { hash, commit } }, undefined, 2)}\n`)
  renameSync(next, file())
}

/** Fetches the skill at the commit that the user trusts, or else the newest. */
export async function fetchTrusted(source: string): ReturnType<typeof fetchSkill> {
  if (!isForeign(source)) return await fetchSkill(source)
  return await fetchSkill(source, { cache: cacheFolder('skills'), commit: trusted()[source]?.commit })
}

/** Whether a source is no folder of the user's. */
export function isForeign(source: string): boolean {
  return !existsSync(source)
}

/** Whether a skill has scripts, or names programs. */
export function needsShell(folder: string): boolean {
  return loadSkill(folder).programs.length > 0
}

/**
 * Asks once whether a skill from elsewhere may execute commands, and remembers it for these very files. Throws
 * `invalid-option` if the answer is no, or there is none.
 */
export async function requireTrust(
  source: string,
  { folder, commit, flags }: { folder: string; commit: string | undefined; flags: RunFlags },
  { confirm }: Pick<Asker, 'confirm'>,
): Promise<void> {
  const loaded = loadSkill(folder)
  const { hash } = loaded
  if (flags.hash === hash || trusted()[source]?.hash === hash) return
  const place = `${source}${commit === undefined ? '' : ` at ${commit.slice(0, 12)}`}`
  process.stderr.write(trustText(place, loaded, flags))
  if ((await confirm('trust it?')) !== true)
    throw invalidOption(
      `${source} is not trusted, and nothing was executed: answer y, or give --hash ${hash}`,
    )
  trust(source, { hash, commit })
}

const KEY = /\b[A-Z][A-Z0-9]*_(?:API_KEY|KEY|TOKEN|SECRET)\b/g

function trustText(
  place: string,
  { files, programs, hash, frontmatter }: LoadedSkill,
  flags: RunFlags,
): string {
  const { python, node } = packageNeeds(files)
  const keys = new Set(files.flatMap(({ text = '' }) => text.match(KEY) ?? []))
  const named = [...keys].slice(0, 10).join(', ') || 'none named'
  const rows = {
    skill: place,
    hash,
    says: frontmatter.description,
    programs: programs.map(({ name }) => name).join(', ') || 'none named',
    packages: [...python, ...node].join(', ') || 'none',
    network: flags.network ? 'yes' : 'no, but to install the packages',
    keys: `${named}; given: ${flags.env?.join(', ') ?? 'none'}`,
  }
  return Object.entries(rows)
    .map(([name, value]) => `${name.padEnd(8)}  ${brief(value, 400)}\n`)
    .join('')
}
