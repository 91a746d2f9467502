import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What a release needs to know of a package. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description?: string
  readonly license?: string
  readonly keywords?: readonly string[]
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string }
  readonly files?: readonly string[]
  readonly engines?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Package {
  readonly directory: string
  readonly manifest: Manifest
}

/** The packages of a workspace that are published. */
export function publicPackages(root: string): readonly Package[] {
  return globSync('{packages,apps}/*/package.json', { cwd: root })
    .sort()
    .map((file) => ({ directory: resolve(root, dirname(file)), manifest: readManifest(join(root, file)) }))
    .filter(({ manifest }) => manifest.private !== true)
}

export function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

/** Runs a program to its end and gives what it printed; throws with it where the program fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}`)
  return stdout
}

/** Packs a package as it would be published; gives the tarball. */
export function pack({ directory }: Package, into: string): string {
  const output = run('pnpm', ['pack', '--json', '--pack-destination', into], directory)
  return resolve(into, (JSON.parse(output) as { filename: string }).filename)
}
