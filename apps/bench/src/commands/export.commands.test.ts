import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { digest } from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import { bench, emptyFolder, wordsOf } from '../../test/bench.ts'
import { main } from '../program.ts'

let run = ''
beforeAll(async () => {
  run = join(emptyFolder(), 'run')
  const { code } = await bench(`run scaling --horizon 10 --seeds 2 --out ${run}`)
  expect(code).toBe(0)
})

interface Log {
  readonly samples: readonly {
    readonly events: readonly { readonly input: readonly { readonly content: string }[] }[]
  }[]
}

/** The lines of all traces of the run. */
function recorded(): { readonly kind: string; readonly promptHash?: string; readonly reply?: string }[] {
  const root = join(run, 'episodes')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line))
}

describe('bench export', () => {
  test('writes a log of Inspect for each runtime, with the prompts as they were sent', async () => {
    const out = join(emptyFolder(), 'logs')
    const { code, stdout } = await bench(`export ${run} --format inspect --out ${out} --prompts`)
    expect(code).toBe(0)
    const files = stdout.trimEnd().split('\n')
    expect(files).toHaveLength(5)
    const logs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Log)
    for (const log of logs) {
      expect(log).toMatchObject({
        version: 2,
        status: 'success',
        eval: { metadata: { experiment: 'scaling' } },
      })
    }
    const events = logs.flatMap(({ samples }) => samples.flatMap((sample) => sample.events))
    const hashes = events.map(({ input }) => digest(input[0]?.content ?? ''))
    const sent = recorded().flatMap(({ promptHash }) => promptHash ?? [])
    expect(new Set(hashes)).toEqual(new Set(sent))
    expect(hashes).toHaveLength(sent.length)
  })

  test('writes spans that begin when it is told', async () => {
    const out = join(emptyFolder(), 'spans')
    const args = `--format otlp --out ${out} --start 2026-11-21T09:00:00Z`
    expect((await bench(`export ${run} ${args}`)).code).toBe(0)
    const lines = readFileSync(join(out, 'spans.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    const spans = lines.map((line) => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans)
    expect(spans[0][0].startTimeUnixNano).toBe(`${Date.parse('2026-11-21T09:00:00Z')}000000`)
    const steps = recorded().filter(({ kind }) => kind === 'step').length
    const calls = recorded().filter(({ kind }) => kind === 'call').length
    expect(spans.flat()).toHaveLength(lines.length + 2 * steps + calls)
  })
})

describe('bench export writes tables and trajectories for other tools', () => {
  const exported = async (
    format: string,
    ...more: string[]
  ): Promise<{ out: string; files: readonly string[] }> => {
    const out = join(emptyFolder(), format)
    const { code, stdout } = await bench(['export', run, '--format', format, '--out', out, ...more])
    expect(code).toBe(0)
    return { out, files: stdout.trimEnd().split('\n') }
  }
  const lines = (file: string): Record<string, unknown>[] =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const steps = (): number => recorded().filter(({ kind }) => kind === 'step').length

  test('one row for each episode, and one for each step', async () => {
    const [csv] = (await exported('episodes.csv')).files
    const [head, ...rows] = readFileSync(csv ?? '', 'utf8')
      .trimEnd()
      .split('\n')
    expect(head).toMatch(/^benchmark,variant,task,.*,score,.*,metric_successfulActions/)
    expect(rows).toHaveLength(10)
    const [episodes = '', all = ''] = (await exported('jsonl')).files
    expect(lines(episodes)).toHaveLength(10)
    const last = lines(all).findLast(({ runtime }) => runtime === 'skill-state')
    expect(lines(all)).toHaveLength(steps())
    expect(last).toMatchObject({ step: 9, done: true, patch: expect.stringMatching(/^\{/), fallback: false })
  })

  test('Parquet that a reader of its own opens, with the prompts if they are asked for', async () => {
    const [file = ''] = (await exported('steps.parquet', '--prompts')).files
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) })
    expect(rows).toHaveLength(steps())
    for (const { prompt, promptHash } of rows) expect(digest(String(prompt))).toBe(promptHash)
  })

  test('a data set of two tables, whose card names their files', async () => {
    const { out } = await exported('hf')
    const card = readFileSync(join(out, 'README.md'), 'utf8')
    const files = [...card.matchAll(/data_files: (.+)/g)].map(([, file = '']) => join(out, file))
    const tables = await Promise.all(
      files.map(async (file) => parquetReadObjects({ file: await asyncBufferFromFile(file) })),
    )
    expect(tables.map((rows) => rows.length)).toEqual([10, steps()])
  })

  test('a trajectory and a rollout for each episode, with each reply and result in its order', async () => {
    const { files } = await exported('atif')
    expect(files).toHaveLength(10)
    const trajectory = JSON.parse(readFileSync(files[0] ?? '', 'utf8'))
    expect(trajectory.steps.map(({ step_id, source }: Record<string, unknown>) => [step_id, source])).toEqual(
      Array.from({ length: 11 }, (_, index) => [index + 1, index === 0 ? 'user' : 'agent']),
    )
    const [rollout] = lines((await exported('verifiers')).files[0] ?? '') as {
      completion?: { role: string; content: string }[]
    }[]
    const sent = recorded().flatMap(({ reply }) => reply ?? [])
    expect(rollout?.completion?.map(({ role }) => role)).toEqual(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'assistant' : 'user')),
    )
    for (const { role, content } of rollout?.completion ?? [])
      if (role === 'assistant') expect(sent).toContain(content)
  })
})

describe('bad input is rejected with one line and exit code 2, and nothing is written', () => {
  const cases: [string, RegExp][] = [
    ['--out x', /required option '--format <name>'/],
    ['--format otlp', /required option '--out <dir>'/],
    ['--format csv --out x', /--format: "csv" is not one of inspect, otlp, episodes\.csv/],
    ['--format otlp --out x --start 2026-11-21T09:00', /--start: /],
    ['--format otlp --out x --start 2026-13-41', /--start: /],
  ]
  test.for(cases)('%s', async ([args, message]) => {
    const error: unknown = await main(wordsOf(`export ${run} ${args}`)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SkillStateError)
    expect(String(error)).toMatch(message)
    expect(String(error)).not.toContain('\n')
    expect(existsSync('x')).toBe(false)
  })

  test('a folder with other files, or without a run', async () => {
    const out = emptyFolder()
    writeFileSync(join(out, 'mine'), '')
    const full = await bench(`export ${run} --format otlp --out ${out}`)
    expect(full).toMatchObject({ code: 2, stdout: '' })
    expect(full.stderr).toMatch(/--out: .* is not empty; choose a new folder\n$/)
    const none = await bench(`export ${out} --format otlp --out ${join(out, 'x')}`)
    expect(none.stderr).toMatch(/is not a run folder: run.json is missing\n$/)
    expect(readdirSync(out)).toEqual(['mine'])
  })

  test('a trace that does not come out again, before a prompt of it is written', async () => {
    const copy = join(emptyFolder(), 'copy')
    const from = join(run, 'episodes', 'warehouse%401', 't0010-s42~skill-state~reference.jsonl')
    const to = join(copy, 'episodes', 'warehouse%401', 't0010-s42~skill-state~reference.jsonl')
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(join(copy, 'run.json'), readFileSync(join(run, 'run.json')))
    writeFileSync(to, readFileSync(from, 'utf8').replace(/"promptHash":"./, '"promptHash":"-'))
    const out = join(emptyFolder(), 'logs')
    const { code, stderr } = await bench(`export ${copy} --format inspect --out ${out} --prompts`)
    expect(stderr).toMatch(/step 0: promptHash differs .*bench replay/)
    expect(code).toBe(2)
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([])
  })
})
