import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
function forge(out: string, change: (text: string) => string): void {
  const folder = join(out, 'episodes', readdirSync(join(out, 'episodes'))[0] ?? '')
  const file = join(folder, readdirSync(folder)[0] ?? '')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
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
