/**
 * Plants faults in copies of the policies, ten in each, and tells which of them the vectors find. Fails if one is missed.
 *
 *   pnpm policies:faults FILES
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, faults } from './_faults.ts'
import { conversationsOf, readRows } from './_vectors.ts'
import type { verifyRows } from './verify.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const copies = join(root, 'dist', 'faults')
const paths = process.argv.slice(2)
const rows = readRows(paths)
const conversations = conversationsOf(rows, paths)
if (rows.length === 0)
  throw new Error('usage: pnpm policies:faults FILES (vectors as JSON lines, or folders of them)')

rmSync(copies, { recursive: true, force: true })
for (const [policy, planted] of Object.entries(faults)) {
  if (!rows.some((row) => row.policy === policy)) continue
  const found = await Promise.all(planted.map((fault, at) => isFound(policy, fault, `${policy}-${at}`)))
  const missed = planted.filter((_, at) => found[at] !== true)
  process.stdout.write(`${policy}: ${planted.length - missed.length} of ${planted.length} faults found\n`)
  for (const { file, find } of missed) process.stdout.write(`  missed in ${file}: ${find}\n`)
  if (missed.length > 0) process.exitCode = 1
}
rmSync(copies, { recursive: true, force: true })

/** Whether the policy with the fault differs from its rows. */
async function isFound(policy: string, { file, find, put }: Fault, name: string): Promise<boolean> {
  const copy = join(copies, name)
  mkdirSync(copy, { recursive: true })
  for (const part of ['package.json', 'src', 'scripts'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  const source = readFileSync(join(copy, 'src', file), 'utf8')
  if (source.split(find).length !== 2)
    throw new Error(`${file} does not have this text exactly once: ${find}`)
  writeFileSync(
    join(copy, 'src', file),
    source.replace(find, () => put),
  )
  const faulty = (await import(join(copy, 'scripts', 'verify.ts'))) as { verifyRows: typeof verifyRows }
  try {
    return !faulty.verifyRows(
      rows.filter((row) => row.policy === policy),
      conversations,
      () => {},
    )
  } catch {
    return true
  }
}
