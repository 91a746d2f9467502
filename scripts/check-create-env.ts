/**
 * Makes a new environment package with the packed create-env in an empty folder outside the workspace, installs it from
 * the tarballs alone, runs its tests and its type check, and runs it with the packed bench.
 *
 *   node scripts/check-create-env.ts
 *
 * Run after `pnpm build`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack, publicPackages, run } from './_packages.ts'

const work = mkdtempSync(join(tmpdir(), 'skill-state-create-env-'))
try {
  const tarballs = publicPackages('.').map((each) => [each.manifest.name, `file:${pack(each, work)}`])
  const settings = `packages: ["."]\noverrides: ${JSON.stringify(Object.fromEntries(tarballs))}\npmOnFail: ignore\n`
  const made = makePackage(settings)
  process.stdout.write(run('pnpm', ['run', 'test'], made))
  run('pnpm', ['run', 'typecheck'], made)
  playOwnSuite(made)
  playFromBeside(made)
  process.stdout.write(
    'create-env: packed, made a package, which was installed, tested, type-checked and run\n',
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Installs create-env, lets it make `made/my-env`, and installs that. No registry has the packages yet. */
function makePackage(settings: string): string {
  const creator = join(work, 'creator')
  const made = join(work, 'made', 'my-env')
  mkdirSync(creator)
  mkdirSync(join(work, 'made'))
  const manifest = { private: true, dependencies: { '@skill-state/create-env': '*' } }
  writeFileSync(join(creator, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(creator, 'pnpm-workspace.yaml'), settings)
  run('pnpm', ['install', '--prod'], creator)
  run(join(creator, 'node_modules/.bin/create-env'), ['my-env'], join(work, 'made'))
  writeFileSync(join(made, 'pnpm-workspace.yaml'), settings)
  run('pnpm', ['install'], made)
  return made
}

/** As its own script runs it. */
function playOwnSuite(made: string): void {
  requireText(run('pnpm', ['run', 'bench'], made), /\| skill-state +\| +1\.00/, 'its own suite')
  requireText(
    bench(made, ['replay', 'runs/my-env'], made),
    /every prompt and every figure agrees/,
    'its replay',
  )
}

/** As its folder is named from another one. */
function playFromBeside(made: string): void {
  const small = ['--horizon', '10', '--seeds', '1', '--runtime', 'skill-state', '--out', 'run']
  const beside = join(made, '..')
  const report = bench(made, ['run', 'scaling', '--env', './my-env', ...small], beside)
  requireText(report, /\| skill-state +\| +1\.00/, 'the series scaling')
  requireText(bench(made, ['replay', 'run'], beside), /every prompt and every figure agrees/, 'its replay')
}

function bench(made: string, args: readonly string[], cwd: string): string {
  return run(join(made, 'node_modules/.bin/skill-state-bench'), args, cwd)
}

function requireText(text: string, wanted: RegExp, what: string): void {
  if (!wanted.test(text)) throw new Error(`${what}: expected ${wanted}, saw:\n${text}`)
}
