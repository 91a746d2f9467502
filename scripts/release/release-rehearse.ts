/**
 * Rehearses two releases on this machine: publishes every package to a registry on loopback, then uses the packages by
 * name in empty folders, with npm and with pnpm, as the documentation says; releases one package again and upgrades.
 *
 *   node scripts/release/release-rehearse.ts
 *
 * It releases the last commit. Run it after `pnpm build`, whose output it packs. Other packages come from the registry
 * that npm is set to.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRegistry } from './_registry.ts'
import {
  createAgent,
  createEnvironment,
  createSkill,
  createWorkers,
  followLoopGuide,
  installCommand,
  newUser,
  upgrade,
} from './_rehearsed-user.ts'
import { addChangeset, copyRepository, release } from './_release-copy.ts'

const work = realpathSync(mkdtempSync(join(tmpdir(), 'skill-state-release-')))
const registry = await startRegistry(work)
try {
  const copy = step('Copy of the repository', () => copyRepository(work))
  const first = await step('First release', () => release(copy, registry))
  const users = (['npm', 'pnpm'] as const).map((manager) => newUser(work, manager))
  for (const user of users) {
    // First, so that it finds the caches empty, as at a new user's.
    step(`npm create @skill-state, with ${user.manager}`, () => createAgent(user))
    step(`npm create @skill-state worker, with ${user.manager}`, () => createWorkers(user))
    step(`npm create @skill-state skill, with ${user.manager}`, () => createSkill(user))
    step(`docs/guides/own-loop.md, with ${user.manager}`, () => followLoopGuide(user))
    step(`docs/create-env.md, with ${user.manager}`, () => createEnvironment(user))
    step(`the command skill-state, with ${user.manager}`, () => installCommand(user))
  }
  const changed = '@skill-state/models'
  addChangeset(copy, changed, 'The second release of the rehearsal.')
  const second = await step('Second release', () => release(copy, registry))
  for (const user of users) {
    const news = step(`Upgrade, with ${user.manager}`, () =>
      upgrade(user, changed, second.get(changed) ?? ''),
    )
    process.stdout.write(`\nThe changelog of ${changed} that ${user.manager} installed:\n\n${news}\n`)
  }
  process.stdout.write(`${first.size} packages published, then ${second.size} of them again\n`)
} catch (error) {
  process.stderr.write(`release-rehearse: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await registry.stop()
  rmSync(work, { recursive: true, force: true })
}

function step<Result>(title: string, action: () => Result): Result {
  process.stdout.write(`\n-- ${title}\n`)
  const start = performance.now()
  const result = action()
  if (!(result instanceof Promise)) {
    process.stdout.write(`${((performance.now() - start) / 1000).toFixed(0)} s\n`)
  }
  return result
}
