import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRunFolder } from '@skill-state/eval'
import { reportJson } from '@skill-state/report'
import { runReport } from '@skill-state/suite'
import { expect, test, vi } from 'vitest'
import { emptyFolder, wordsOf } from '../../test/bench.ts'
import { main } from '../program.ts'
import { registry } from '../registry.ts'
import { replayCommand } from './replay.ts'

async function recorded(): Promise<string> {
  const out = join(emptyFolder(), 'run')
  const writes = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  await main(wordsOf(`run scaling --horizon 10 --seeds 2 --runtime prompt --out ${out}`))
  for (const write of writes) write.mockRestore()
  return out
}

/** Changes the first trace, and computes the report anew, as somebody would who wants it to agree. */
function forge(out: string, change: (text: string) => string | undefined): void {
  const folder = join(out, 'episodes', readdirSync(join(out, 'episodes'))[0] ?? '')
  const file = join(folder, readdirSync(folder)[0] ?? '')
  const changed = change(readFileSync(file, 'utf8'))
  if (changed === undefined) rmSync(file)
  else writeFileSync(file, changed)
  writeFileSync(join(out, 'report.json'), reportJson(runReport(registry, readRunFolder(out))))
}

test('an untouched run agrees, and the last line names what is not checked', async () => {
  const { lines, agrees } = await replayCommand(await recorded())
  expect([agrees, lines.at(-1)]).toEqual([
    true,
    expect.stringMatching(/agrees; not checked: token counts, .*ids/),
  ])
})

test('the last line names what is not checked of run.json, and of an episode without an outcome', async () => {
  const out = await recorded()
  const failed = '{"kind":"end","status":"failed","error":{"code":"environment-failed","message":"cut"}}'
  forge(out, (text) => text.replace(/\{"kind":"end".*\n/, `${failed}\n`))
  const conditions = join(out, 'run.json')
  writeFileSync(conditions, readFileSync(conditions, 'utf8').replace('"o200k_base"', '"cl100k_base"'))
  const { lines } = await replayCommand(out)
  expect(lines.at(-1)).toMatch(/run\.json .*tokenizer.*; observations, .* and outcomes of 1 episodes$/)
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
  const { lines, agrees } = await replayCommand(out)
  expect(agrees).toBe(false)
  expect(lines.join('\n')).toMatch(message)
})
