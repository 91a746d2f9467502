/**
 * Installs core, models and agent as published, without optional packages, and prints what they weigh. Fails above the
 * budget, if an optional package came along, or if a provider without its SDK does not say what to install.
 *
 *   node scripts/installed-size.ts
 *
 * Run after `pnpm build`.
 */
import { globSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConsumer } from './_consumer.ts'
import { type Package, pack, publicPackages, readManifest, run } from './packages.ts'

const INSTALLED = ['@skill-state/agent', '@skill-state/core', '@skill-state/models']
const BUDGET_MB = 15

const work = mkdtempSync(join(tmpdir(), 'skill-state-size-'))
try {
  const tarballs = withDependencies(INSTALLED).map((each) => ({
    ...each.manifest,
    tarball: pack(each, work),
  }))
  createConsumer(work, tarballs, {})
  const sizes = installedSizes(join(work, 'node_modules', '.pnpm'))
  for (const [name, bytes] of sizes) process.stdout.write(`${megabytes(bytes).padStart(6)} MB  ${name}\n`)
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
  process.stdout.write(`${megabytes(total).padStart(6)} MB  in all; at most ${BUDGET_MB} MB\n`)
  if (total > BUDGET_MB * 1e6) throw new Error(`the packages weigh more than ${BUDGET_MB} MB`)
  const { peerDependencies = {} } = readManifest('packages/models/package.json')
  for (const name of Object.keys(peerDependencies)) {
    if (sizes.some(([installed]) => installed.startsWith(`${name.replace('/', '+')}@`)))
      throw new Error(`${name} was installed, although it is optional`)
  }
  checkMessages()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** The packages with those of the workspace that they need. */
function withDependencies(names: readonly string[]): readonly Package[] {
  const all = publicPackages('.')
  const needed = new Set(names)
  for (const name of needed) {
    const { dependencies = {} } = all.find(({ manifest }) => manifest.name === name)?.manifest ?? {}
    for (const each of Object.keys(dependencies)) if (each.startsWith('@skill-state/')) needed.add(each)
  }
  return all.filter(({ manifest }) => needed.has(manifest.name))
}

/** The bytes of each package in the store of an installation, the largest first. */
function installedSizes(store: string): readonly (readonly [name: string, bytes: number])[] {
  const names = readdirSync(store).filter((name) => name.includes('@') && name !== 'node_modules')
  const sizes = names.map((name): readonly [string, number] => {
    const files = globSync('**', { cwd: join(store, name), withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const bytes = files.map((file) => statSync(join(file.parentPath, file.name)).size)
    return [name, bytes.reduce((sum, each) => sum + each, 0)]
  })
  return sizes.sort(([, one], [, other]) => other - one)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2)
}

/** Each provider and the tokenizer name the package to install, in one line. */
function checkMessages(): void {
  const program = `
    import { providerModel } from '@skill-state/models'
    import { o200k } from '@skill-state/models/o200k'
    const say = (error) => console.log(error.message)
    for (const name of ['openai:m', 'anthropic:m', 'groq:m']) {
      const model = await providerModel(name, { apiKey: 'none' })
      await model.generate({ prompt: 'hi' }).catch(say)
    }
    try { o200k.count('hi') } catch (error) { say(error) }`
  writeFileSync(join(work, 'missing.mjs'), program)
  const said = run('node', ['missing.mjs'], work).trim().split('\n')
  const expected = ['openai', '@anthropic-ai/sdk', 'openai', 'gpt-tokenizer'].map(
    (name) => `the package ${name} is not installed: run "npm install ${name}"`,
  )
  if (said.join('\n') !== expected.join('\n')) throw new Error(`expected other errors:\n${said.join('\n')}`)
  process.stdout.write(`${said.join('\n')}\n`)
}
