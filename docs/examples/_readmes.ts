import { existsSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentAt } from './_example.ts'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
}

/** The page that a registry shows of a published package. */
export interface Readme {
  /** From the root of the repository. */
  readonly page: string
  readonly manifest: Manifest
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The README of each published package. */
export const readmes: readonly Readme[] = globSync('{packages,apps}/*/package.json', { cwd: root })
  .sort()
  .map((file): Readme => ({ page: join(dirname(file), 'README.md'), manifest: JSON.parse(documentAt(file)) }))
  .filter(({ manifest }) => manifest.private !== true)

/** A block of TypeScript. */
export interface Program {
  readonly page: string
  readonly code: string
  /** What the next block says that it prints; absent if the program needs a key, a server or a build. */
  readonly prints: string | undefined
}

export function programsOf(page: string): readonly Program[] {
  const blocks = documentAt(page).matchAll(/^```ts\n(.*?)^```$(?:\n+^```text\n(.*?)^```$)?/gms)
  return [...blocks].map(([, code = '', prints]) => ({ page, code, prints }))
}

/** What a page tells its reader to install with npm. */
export function installedBy(page: string): readonly string[] {
  const lines = [...documentAt(page).matchAll(/^npm install ([^#\n]+)/gm)]
  return lines.flatMap(([, names = '']) => names.trim().split(/\s+/)).filter((name) => !name.startsWith('-'))
}

/** A file that a page tells its reader to save. */
export interface SavedFile {
  readonly page: string
  readonly file: string
  readonly text: string
}

export function savedBy(page: string): readonly SavedFile[] {
  const blocks = documentAt(page).matchAll(/^Save this as `([^`]+)`[^\n]*\n\n```\w*\n(.*?)^```$/gms)
  return [...blocks].map(([, file = '', text = '']) => ({ page, file, text }))
}

/**
 * Makes a folder as a reader of the page has it, and gives the file of the program in it: the files that the page says
 * to save, and of packages those alone that it says to install, as links to what the workspace has.
 */
export function saveProgram({ page, code }: Program, folder: string): string {
  for (const name of installedBy(page)) link(name, page, folder)
  for (const { file, text } of savedBy(page)) write(join(folder, file), text)
  const program = join(folder, 'example.mts')
  write(program, code)
  return program
}

/** Writes a file, and the folders above it. */
export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function link(name: string, page: string, folder: string): void {
  const target = join(folder, 'node_modules', name)
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(findPackage(name, page), target, 'dir')
}

/** A package of ours, or one of others as the package of the page has it for its tests. */
function findPackage(name: string, page: string): string {
  const own = readmes.find(({ manifest }) => manifest.name === name)
  if (own !== undefined) return resolve(root, dirname(own.page))
  const place = join(root, dirname(page), 'node_modules', name)
  if (existsSync(place)) return place
  throw new Error(`${page} says to install ${name}, which its package has not even for tests`)
}
