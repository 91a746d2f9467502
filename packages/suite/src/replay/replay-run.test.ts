import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRunFolder } from '@skill-state/eval'
import { reportJson } from '@skill-state/report'
import { expect, test } from 'vitest'
import { runSmall } from '../../test/run-small.ts'
import { registry } from '../../test/small-registry.ts'
import { runReport } from '../report/run-report.ts'
import { replayRun } from './replay-run.ts'

const recorded = (): Promise<string> => runSmall({ horizon: [10], runtime: ['prompt'] })

/** Changes the first trace, and computes the report anew, as somebody would who wants it to agree. */
function forge(out: string, change: (text: string) => string | undefined): void {
  const folder = join(out, 'episodes', readdirSync(join(out, 'episodes'))[0] ?? '')
  const file = join(folder, readdirSync(folder)[0] ?? '')
  const changed = change(readFileSync(file, 'utf8'))
  if (changed === undefined) rmSync(file)
  else writeFileSync(file, changed)
  writeFileSync(join(out, 'report.json'), reportJson(runReport(registry, readRunFolder(out))))
}

test('an untouched run agrees; of an episode that failed, world and outcome are not checked', async () => {
  const out = await recorded()
  const whole = { episodes: 2, steps: 20, differences: [], closed: [] }
  expect(await replayRun(registry, readRunFolder(out))).toEqual({ ...whole, unexecuted: 0 })
  const failed = '{"kind":"end","status":"failed","error":{"code":"environment-failed","message":"cut"}}'
  forge(out, (text) => text.replace(/\{"kind":"end".*\n/, `${failed}\n`))
  expect(await replayRun(registry, readRunFolder(out))).toMatchObject({ ...whole, unexecuted: 1 })
})

test.for<[string, (text: string) => string | undefined, RegExp]>([
  ['a reward', (text) => text.replace('"reward":1', '"reward":0.5'), /the outcome differs/],
  ['a seed', (text) => text.replace('"seed":42', '"seed":7'), /seed is 7, not 42/],
  [
    'a rejection',
    (text) => text.replace('"done":false},"durationMs"', '"done":false,"refused":true},"durationMs"'),
    /answers otherwise/,
  ],
  ['a second end', (text) => `${text}${text.trimEnd().split('\n').at(-1)}\n`, /lines follow the end/],
  [
    'a second reset',
    (text) => text.replace(/\n(\{"kind":"reset".*\n)/, '\n$1$1'),
    /a reset line does not belong/,
  ],
  ['a trace that is removed', () => undefined, /1 of 2 planned episodes are missing/],
])('finds %s changed together with the report', async ([, change, message]) => {
  const out = await recorded()
  forge(out, change)
  const { differences } = await replayRun(registry, readRunFolder(out))
  expect(differences.join('\n')).toMatch(message)
})
