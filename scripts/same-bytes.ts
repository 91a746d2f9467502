// The same seeds give the same events on two versions of Node: node scripts/same-bytes.ts [SCHEDULES]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'

const [schedules = '1000'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'same-bytes-'))
const file = join(folder, 'main.mjs')
await build({
  input: join(import.meta.dirname, '../apps/simulate/src/main.ts'),
  platform: 'node',
  resolve: { conditionNames: ['@skill-state/source', 'import', 'node', 'default'] },
  transform: { target: 'node22' }, // the sources say `using`, which Node 22 cannot read
  external: ['pg'],
  output: { file, codeSplitting: false },
})
const [first, second] = ['22', '24'].map((version) => {
  const args = ['-y', `node@${version}`, file, '--schedules', schedules]
  const told = execFileSync('npx', args, { cwd: folder, encoding: 'utf8' }).replaceAll(
    /, \d+ schedules a CPU minute/g,
    '',
  )
  console.log(`Node ${version}\n${told}`)
  return told
})
rmSync(folder, { recursive: true })
if (first !== second) process.exitCode = 1
