// Puts each fault of the past back, and shows that the simulator finds it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { faults } from './faults.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
/** Schedules on each store: together about two minutes. */
const SCHEDULES = '5000'

let found = 0
for (const { name } of faults) {
  const flags = ['--conditions=@skill-state/source', '--import', here('put-back.ts')]
  const where = ['memory', 'file', 'postgres-like'].find((store) => {
    const run = spawnSync(
      process.execPath,
      [...flags, here('../main.ts'), '--store', store, '--schedules', SCHEDULES],
      { env: { ...process.env, FAULT: name }, encoding: 'utf8', timeout: 120_000 },
    )
    if (/does not have this once|ERR_/.test(run.stderr)) throw new Error(run.stderr)
    const [line = ''] = run.stdout.split('\n')
    if (run.status !== 0) process.stdout.write(`found      ${name}: ${line || 'it does not end'}\n`)
    return run.status !== 0
  })
  if (where === undefined) process.stdout.write(`NOT FOUND  ${name}\n`)
  else found += 1
}
process.stdout.write(`${found} of ${faults.length} faults found\n`)
if (found < faults.length - 2) process.exitCode = 1
