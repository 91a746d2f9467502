/**
 * Packs every public package as it would be published, checks the tarballs (publint, attw, licence, fields, size),
 * installs them all into an empty project outside the workspace, imports each entry without the source condition,
 * type-checks a strict consumer, runs the first examples of the site there, and the commands that packages bring.
 *
 *   node scripts/check-packages.ts
 *
 * Run after `pnpm build`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProblems } from './_bundles.ts'
import { tarballProblems } from './_check-tarball.ts'
import { checkTypes, createConsumer, importEntries } from './_consumer.ts'
import { pack, publicPackages, readManifest, run } from './packages.ts'

const work = mkdtempSync(join(tmpdir(), 'skill-state-packages-'))
try {
  const problems: string[] = []
  const tarballs = publicPackages('.').map((each) => {
    const tarball = pack(each, work)
    run('pnpm', ['exec', 'publint', 'run', '--strict', tarball], '.')
    if ('.' in each.manifest.exports) run('pnpm', ['exec', 'attw', '--profile', 'esm-only', tarball], '.')
    problems.push(...tarballProblems(each, tarball))
    return { ...each.manifest, tarball }
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))

  const entries = createConsumer(work, tarballs, tools())
  importEntries(work, entries)
  const tooLarge = await bundleProblems(work)
  if (tooLarge.length > 0) throw new Error(tooLarge.join('\n'))
  checkTypes(work, entries)
  const episode = ['run', 'scaling', '--horizon', '10', '--seeds', '1', '--out', 'run']
  run('pnpm', ['exec', 'skill-state-bench', ...episode], work)
  process.stdout.write(run('pnpm', ['exec', 'skill-state-bench', 'replay', 'run'], work))
  for (const { name, bin = {} } of tarballs) {
    for (const [command, file] of Object.entries(bin)) {
      run('pnpm', ['exec', command, '--help'], work)
      rejectsOldNode(join(work, 'node_modules', name, file))
    }
  }
  process.stdout.write(`${tarballs.length} packages: packed, checked, installed, imported and type-checked\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** A program says in one line that Node is too old, and exits with 2. */
function rejectsOldNode(program: string): void {
  const old = "Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })"
  const options = ['--import', `data:text/javascript,${encodeURIComponent(old)}`]
  const { status, stderr } = spawnSync('node', [...options, program], { encoding: 'utf8' })
  const said = /^\S+: this is Node 20\.19\.0; install Node 22 or newer\n$/.test(stderr)
  if (status !== 2 || !said) throw new Error(`${program} on Node 20: exit code ${status}, ${stderr}`)
}

/** What a consumer with TypeScript has beside our packages, in the versions that the workspace has. */
function tools(): object {
  const installed = ['typescript', '@types/node'].map((name) => [
    name,
    readManifest(`node_modules/${name}/package.json`).version,
  ])
  const zod = readManifest('packages/core/node_modules/zod/package.json').version
  const server = '@modelcontextprotocol/server' // an optional peer of agent
  const { version } = readManifest(`packages/agent/node_modules/${server}/package.json`)
  return Object.fromEntries([...installed, ['zod', zod], [server, version]])
}
