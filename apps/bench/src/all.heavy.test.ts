import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, typeBench } from '../test/bench.ts'
import { collections } from './registry.ts'

const args = 'run all --seeds 1 --out runs'
const runs = collections.all?.runs.length ?? 0

/** Every report, by its path. */
function reports(cwd: string): Record<string, string> {
  const files = readdirSync(join(cwd, 'runs'), { recursive: true, encoding: 'utf8' }).sort()
  const found = files.filter((file) => /report\.(json|html)$/.test(file))
  return Object.fromEntries(found.map((file) => [file, readFileSync(join(cwd, 'runs', file), 'utf8')]))
}

test('all experiments run, resume after kills, report the same bytes, and are replayed', async () => {
  const [whole, cut] = [emptyFolder(), emptyFolder()]
  expect((await typeBench(args, { cwd: whole })).code).toBe(0)
  let kills = 0
  for (const delay of [800, 1_500, 2_500, 4_000]) {
    const { code } = await typeBench(args, { cwd: cut, killAfterMs: delay })
    if (code === null) kills += 1
  }
  expect(kills).toBeGreaterThan(0)
  expect((await typeBench(args, { cwd: cut })).code).toBe(0)
  const told = reports(whole)
  expect(Object.keys(told)).toHaveLength(2 * runs + 1)
  expect(reports(cut)).toEqual(told)

  const { code, stdout } = await typeBench('replay runs', { cwd: cut })
  expect(code).toBe(0)
  expect(stdout.match(/every prompt and every figure agrees/g)).toHaveLength(runs)
  const page = await typeBench('report runs --format html', { cwd: cut })
  expect(page.stdout).toBe(told['report.html'])
}, 300_000)
