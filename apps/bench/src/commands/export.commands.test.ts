import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { beforeAll, expect, test } from 'vitest'
import { bench, emptyFolder, wordsOf } from '../../test/bench.ts'
import { main } from '../program.ts'

let run = ''
beforeAll(async () => {
  run = join(emptyFolder(), 'run')
  expect((await bench(`run scaling --horizon 10 --seeds 1 --out ${run}`)).code).toBe(0)
})

test('bench export writes a run in a format of other tools and names the files', async () => {
  const out = join(emptyFolder(), 'tables')
  const { code, stdout } = await bench(`export ${run} --format episodes.csv --out ${out}`)
  expect([code, stdout]).toEqual([0, `${join(out, 'episodes.csv')}\n`])
  expect(readFileSync(stdout.trimEnd(), 'utf8').trimEnd().split('\n')).toHaveLength(6)
})

test.each([
  ['--out x', /required option '--format <name>'/],
  ['--format otlp', /required option '--out <dir>'/],
  ['--format csv --out x', /--format: "csv" is not one of inspect, otlp, episodes\.csv/],
  ['--format otlp --out x --start 2026-11-21T09:00', /--start: /],
])('rejects %s in one line and writes nothing', async (args, message) => {
  const error: unknown = await main(wordsOf(`export ${run} ${args}`)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SkillStateError)
  expect(String(error)).toMatch(message)
  expect(String(error)).not.toContain('\n')
  expect(existsSync('x')).toBe(false)
})

test('rejects a folder without a run', async () => {
  const none = emptyFolder()
  const { code, stderr } = await bench(`export ${none} --format otlp --out ${join(none, 'x')}`)
  expect(stderr).toMatch(/is not a run folder: run.json is missing\n$/)
  expect([code, readdirSync(none)]).toEqual([2, []])
})
