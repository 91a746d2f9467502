import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, readRunFolder, readTraces, type Trace } from '@skill-state/eval'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { beforeAll, expect, test } from 'vitest'
import { emptyFolder, runSmall } from '../../test/run-small.ts'
import { registry } from '../../test/small-registry.ts'
import { type ExportOptions, exportRuns } from './export-runs.ts'

let run = ''
let traces: readonly Trace[] = []
beforeAll(async () => {
  run = await runSmall({ horizon: [10], seeds: 2 })
  traces = [...readTraces(readRunFolder(run))]
})

/** Exports the run into a new folder; gives the folder and its files. */
async function exported(
  format: ExportOptions['format'],
  more: Partial<ExportOptions> = {},
): Promise<{ readonly out: string; readonly files: readonly string[] }> {
  const out = join(emptyFolder(), format)
  return { out, files: await exportRuns(registry, [readRunFolder(run)], { format, out, ...more }) }
}

const lines = (file = ''): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const parquet = async (file = ''): Promise<readonly Record<string, unknown>[]> =>
  await parquetReadObjects({ file: await asyncBufferFromFile(file) })
const calls = () => traces.flatMap((trace) => trace.calls)
const steps = () => traces.flatMap((trace) => trace.steps)

interface Spans {
  readonly resourceSpans: readonly [
    {
      readonly scopeSpans: readonly [{ readonly spans: readonly { readonly startTimeUnixNano?: string }[] }]
    },
  ]
}

interface Log {
  readonly samples: readonly {
    readonly events: readonly { readonly input: readonly { readonly content: string }[] }[]
  }[]
}

test('writes a log of Inspect for each runtime, with the prompts as they were sent', async () => {
  const { files } = await exported('inspect', { prompts: true })
  expect(files).toHaveLength(2)
  const logs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Log)
  const about = { version: 2, status: 'success', eval: { metadata: { experiment: 'scaling' } } }
  for (const log of logs) expect(log).toMatchObject(about)
  const events = logs.flatMap(({ samples }) => samples.flatMap((sample) => sample.events))
  const hashes = events.map(({ input }) => digest(input[0]?.content ?? ''))
  expect(hashes.sort()).toEqual(
    calls()
      .map(({ promptHash }) => promptHash)
      .sort(),
  )
})

test('writes spans that begin when it is told', async () => {
  const { files } = await exported('otlp', { start: '2026-11-21T09:00:00Z' })
  const spans = lines(files[0]).map((line) => (line as unknown as Spans).resourceSpans[0].scopeSpans[0].spans)
  expect(spans).toHaveLength(4)
  expect(spans[0]?.[0]?.startTimeUnixNano).toBe(`${Date.parse('2026-11-21T09:00:00Z')}000000`)
  expect(spans.flat()).toHaveLength(spans.length + 2 * steps().length + calls().length)
})

test('one row for each episode, and one for each step', async () => {
  const { files } = await exported('episodes.csv')
  const [head, ...rows] = readFileSync(files[0] ?? '', 'utf8')
    .trimEnd()
    .split('\n')
  expect(head).toMatch(/^benchmark,variant,task,.*,score,.*,metric_successfulActions/)
  expect(rows).toHaveLength(4)
  const [episodes, all] = (await exported('jsonl')).files
  expect(lines(episodes)).toHaveLength(4)
  expect(lines(all)).toHaveLength(steps().length)
  const last = lines(all).findLast(({ runtime }) => runtime === 'skill-state')
  expect(last).toMatchObject({ step: 9, done: true, patch: expect.stringMatching(/^\{/), fallback: false })
})

test('Parquet that a reader of its own opens, with the prompts if they are asked for', async () => {
  const { files } = await exported('steps.parquet', { prompts: true })
  const rows = await parquet(files[0])
  expect(rows).toHaveLength(steps().length)
  for (const { prompt, promptHash } of rows) expect(digest(String(prompt))).toBe(promptHash)
})

test('a data set of two tables, whose card names their files', async () => {
  const { out } = await exported('hf')
  const card = readFileSync(join(out, 'README.md'), 'utf8')
  const files = [...card.matchAll(/data_files: (.+)/g)].map(([, file = '']) => join(out, file))
  const tables = await Promise.all(files.map(parquet))
  expect(tables.map((rows) => rows.length)).toEqual([4, steps().length])
})

test('a trajectory and a rollout for each episode, with each reply and result in its order', async () => {
  const { files } = await exported('atif')
  expect(files).toHaveLength(4)
  const trajectory = JSON.parse(readFileSync(files[0] ?? '', 'utf8'))
  expect(trajectory.steps.map(({ step_id, source }: Record<string, unknown>) => [step_id, source])).toEqual(
    Array.from({ length: 11 }, (_, index) => [index + 1, index === 0 ? 'user' : 'agent']),
  )
  const [rollout] = lines((await exported('verifiers')).files[0]) as {
    completion?: { role: string; content: string }[]
  }[]
  const sent = calls().map(({ reply }) => reply)
  expect(rollout?.completion?.map(({ role }) => role)).toEqual(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'assistant' : 'user')),
  )
  for (const { role, content } of rollout?.completion ?? [])
    if (role === 'assistant') expect(sent).toContain(content)
})

test.each(['2026-11-21T09:00', '2026-13-41'])('rejects the start %s and writes nothing', async (start) => {
  await expect(exported('otlp', { start })).rejects.toThrow(/^--start: /)
})

test('rejects a folder with other files, and leaves them', async () => {
  const out = emptyFolder()
  writeFileSync(join(out, 'mine'), '')
  await expect(exported('otlp', { out })).rejects.toThrow(/--out: .* is not empty; choose a new folder$/)
  expect(readdirSync(out)).toEqual(['mine'])
})

test('rejects a trace that does not come out again before a prompt of it is written', async () => {
  const copy = await runSmall({ horizon: [10], seeds: 1, runtime: ['skill-state'] })
  const [trace] = [...readTraces(readRunFolder(copy))]
  const file = join(copy, trace?.file ?? '')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"promptHash":"./, '"promptHash":"-'))
  const out = join(emptyFolder(), 'logs')
  const asked = exportRuns(registry, [readRunFolder(copy)], { format: 'inspect', out, prompts: true })
  await expect(asked).rejects.toThrow(/step 0: promptHash differs .*bench replay/)
  expect(readdirSync(out)).toEqual([])
})
