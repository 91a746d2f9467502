import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The version of each package that a template needs, by its name. */
export type Versions = Readonly<Record<string, string>>

export interface Kind {
  readonly id: string
  readonly description: string
  /** Folders of `template`; a later one replaces files of those before it. */
  readonly layers: readonly string[]
  /** The name that the template has, which is replaced everywhere. */
  readonly name: string
  /** The scripts that finish the new project and show it at work, each with its arguments. */
  readonly first: readonly (readonly string[])[]
  readonly next: readonly (readonly string[])[]
}

const question = ['start', 'I am Ada. Where is order W7?'] as const

export const kinds: readonly Kind[] = [
  {
    id: 'agent',
    description: 'an agent with two tools and an approval, on the terminal',
    layers: ['agent'],
    name: 'order-desk',
    first: [question],
    next: [['start'], ['test']],
  },
  {
    id: 'server',
    description: 'the same agent behind a web server',
    layers: ['agent', 'server'],
    name: 'order-desk',
    first: [['test']],
    next: [['start']],
  },
  {
    id: 'worker',
    description: 'the same agent, played by workers on a Postgres database',
    layers: ['agent', 'worker'],
    name: 'order-desk',
    first: [['test']],
    next: [['start'], ['send', 'ada', 'Where is order W7?']],
  },
  {
    id: 'skill',
    description: 'an Agent Skill with a state and a recorded session',
    layers: ['skill'],
    name: 'list-worker',
    first: [['init'], ['test']],
    next: [['start']],
  },
  {
    id: 'environment',
    description: 'a benchmark: a world, its skill, a player and a suite file',
    layers: ['environment'],
    name: 'parcel-locker',
    first: [['test']],
    next: [['bench']],
  },
]

/** What the words of a command name: a folder, after a kind or alone. Throws `UsageError`. */
export function asked(
  words: readonly string[],
  command: string,
): { readonly kind: Kind; readonly directory: string } {
  const [first, second] = words
  const named = kinds.find(({ id }) => id === first)
  const kind = words.length === 2 ? named : words.length === 1 && named === undefined ? kinds[0] : undefined
  const directory = second ?? first
  if (kind !== undefined && directory !== undefined) return { kind, directory }
  const ids = kinds.map(({ id }) => id).join(', ')
  throw new UsageError(`name a kind (${ids}) and one folder, as in: ${command} agent my-agent`)
}

const template = fileURLToPath(new URL('../template', import.meta.url))

export interface NewFile {
  /** As seen from the folder of the package. */
  readonly path: string
  readonly text: string
}

/** All files of a new package. Its package.json gets the versions that this one was packed with. */
export function filesOf(kind: Kind, name: string, versions: Versions): readonly NewFile[] {
  const files = new Map(kind.layers.flatMap((layer) => filesIn(join(template, layer))))
  return [...files].map(([path, text]) => ({
    path,
    text: (path === 'package.json' ? withVersions(text, versions) : text).replaceAll(kind.name, name),
  }))
}

function filesIn(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [pathOf(file.slice(folder.length + 1)), readFileSync(file, 'utf8')])
}

/** npm packs no .gitignore, and takes each package.json for one of a package. */
function pathOf(file: string): string {
  return file.replace('_gitignore', '.gitignore').replace('_package.json', 'package.json')
}

function withVersions(manifest: string, versions: Versions): string {
  return manifest.replace(/"([^"]+)": "\*"/g, (_, name: string) => `"${name}": "^${versions[name]}"`)
}

/** What a person asked for cannot be done; nothing was written. The message is one line: what, where, what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Installs a new project, finishes it and runs it once. Returns the exit code; a step that fails is told with what remains to be done. */
export function start(kind: Kind, folder: string, manager: string): number {
  const steps = [['install'], ...kind.first]
  for (const [index, step] of steps.entries()) {
    const [command = '', ...words] = commandOf(manager, step)
    process.stdout.write(`\n$ ${[command, ...words].map(quoted).join(' ')}\n`)
    const { status } = spawnSync(command, words, { cwd: folder, stdio: 'inherit' })
    if (status !== 0) return tell(steps.slice(index), folder, manager) || 1
  }
  return tell(kind.next, folder, manager)
}

export function tell(steps: readonly (readonly string[])[], folder: string, manager: string): 0 {
  const path = relative(process.cwd(), folder)
  const lines = steps.map((step) => commandOf(manager, step).map(quoted).join(' '))
  if (path !== '') lines.unshift(`cd ${quoted(path)}`)
  process.stdout.write(`\nNext:\n${lines.map((line) => `  ${line}\n`).join('')}`)
  return 0
}

function commandOf(manager: string, [script = '', ...words]: readonly string[]): readonly string[] {
  if (script === 'install') return [manager, 'install']
  return [manager, 'run', script, ...(words.length > 0 ? ['--', ...words] : [])]
}

function quoted(word: string): string {
  return /^[\w./\\-]+$/.test(word) ? word : JSON.stringify(word)
}
