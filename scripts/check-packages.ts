// Packs every public package as it would be published, checks the tarballs with publint and attw, installs
// them all into an empty project outside the workspace and imports each entry, without the source condition.
// Run after `pnpm build`.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
}

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const work = mkdtempSync(join(tmpdir(), 'skill-state-packages-'))
try {
  const packages = globSync('{packages,apps}/*/package.json')
    .sort()
    .map((file) => ({
      directory: resolve(dirname(file)),
      manifest: JSON.parse(readFileSync(file, 'utf8')) as Manifest,
    }))
    .filter(({ manifest }) => manifest.private !== true)

  const tarballs = packages.map(({ directory, manifest }) => {
    const output = run('pnpm', ['pack', '--json', '--pack-destination', work], directory)
    const tarball = resolve(work, (JSON.parse(output) as { filename: string }).filename)
    run('pnpm', ['exec', 'publint', 'run', '--strict', tarball], '.')
    if ('.' in manifest.exports) run('pnpm', ['exec', 'attw', '--profile', 'esm-only', tarball], '.')
    return { ...manifest, tarball }
  })

  // The packages depend on each other by version, which no registry has yet: overrides point at the tarballs.
  const files = Object.fromEntries(tarballs.map(({ name, tarball }) => [name, `file:${tarball}`]))
  writeFileSync(
    join(work, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: files }),
  )
  writeFileSync(join(work, 'pnpm-workspace.yaml'), `overrides: ${JSON.stringify(files)}\npmOnFail: ignore\n`)
  run('pnpm', ['install', '--prod'], work)

  const entries = tarballs.flatMap(({ name, exports }) =>
    Object.keys(exports)
      .filter((entry) => !entry.endsWith('.json'))
      .map((entry) => name + entry.slice(1)),
  )
  const imports = entries.map(
    (entry) => `console.log('${entry}', Object.keys(await import('${entry}')).length)`,
  )
  writeFileSync(join(work, 'import.mjs'), imports.join('\n'))
  process.stdout.write(run('node', ['import.mjs'], work))
  for (const { bin } of tarballs) {
    for (const command of Object.keys(bin ?? {})) {
      run(
        'pnpm',
        ['exec', command, 'run', 'scaling', '--horizon', '10', '--seeds', '1', '--out', 'run'],
        work,
      )
      process.stdout.write(run('pnpm', ['exec', command, 'replay', 'run'], work))
    }
  }
  process.stdout.write(`${tarballs.length} packages: packed, checked, installed and imported\n`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
