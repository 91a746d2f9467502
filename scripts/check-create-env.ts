// Packs every public package, makes a new environment package with the packed create-env in an empty folder outside
// the workspace, installs it from the tarballs alone, runs its tests and type check, and runs it with the packed bench.
// Run after `pnpm build`.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

interface Manifest {
  readonly name: string
  readonly private?: boolean
}

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** Packs each public package, and gives the tarballs by the names of the packages. */
function pack(into: string): Readonly<Record<string, string>> {
  const tarballs = globSync('{packages,apps}/*/package.json').flatMap((file) => {
    const { name, private: kept } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    if (kept === true) return []
    const output = run('pnpm', ['pack', '--json', '--pack-destination', into], dirname(file))
    return [[name, `file:${resolve(into, (JSON.parse(output) as { filename: string }).filename)}`]]
  })
  return Object.fromEntries(tarballs)
}

/** An empty folder whose packages are the tarballs, wherever they are asked for: no registry has them yet. */
function emptyFolder(name: string, tarballs: Readonly<Record<string, string>>): string {
  const folder = join(work, name)
  mkdirSync(folder)
  const settings = ['packages: ["."]', `overrides: ${JSON.stringify(tarballs)}`, 'pmOnFail: ignore']
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), `${settings.join('\n')}\n`)
  return folder
}

function expect(text: string, wanted: RegExp, what: string): void {
  if (!wanted.test(text)) throw new Error(`${what}: expected ${wanted}, saw:\n${text}`)
}

const work = mkdtempSync(join(tmpdir(), 'skill-state-create-env-'))
try {
  const tarballs = pack(work)
  const creator = emptyFolder('creator', tarballs)
  writeFileSync(
    join(creator, 'package.json'),
    JSON.stringify({ private: true, dependencies: { '@skill-state/create-env': '*' } }),
  )
  run('pnpm', ['install', '--prod'], creator)
  const made = join(work, 'made')
  mkdirSync(made)
  expect(
    run(join(creator, 'node_modules/.bin/create-env'), ['my-env'], made),
    /^Created my-env\./,
    'create-env',
  )

  const folder = join(made, 'my-env')
  writeFileSync(
    join(folder, 'pnpm-workspace.yaml'),
    readFileSync(join(creator, 'pnpm-workspace.yaml'), 'utf8'),
  )
  run('pnpm', ['install'], folder)
  process.stdout.write(run('pnpm', ['run', 'test'], folder))
  run('pnpm', ['run', 'typecheck'], folder)
  const bench = (args: readonly string[], cwd: string): string =>
    run(join(folder, 'node_modules/.bin/skill-state-bench'), args, cwd)

  // From within, as its own script does; and from beside, as its folder is named.
  expect(run('pnpm', ['run', 'bench'], folder), /\| skill-state +\| +1\.00/, 'its own suite')
  expect(
    bench(['replay', 'runs/my-env'], folder),
    /every prompt and every figure agrees/,
    'replay of its suite',
  )
  const small = ['--horizon', '10', '--seeds', '1', '--runtime', 'skill-state']
  const beside = ['run', 'scaling', '--env', './my-env', ...small, '--out', 'beside']
  expect(bench(beside, made), /\| skill-state +\| +1\.00/, 'the series scaling')
  expect(bench(['replay', 'beside'], made), /every prompt and every figure agrees/, 'replay beside')
  process.stdout.write(
    'create-env: packed, made a package, which was installed, tested, type-checked and run\n',
  )
} finally {
  rmSync(work, { recursive: true, force: true })
}
