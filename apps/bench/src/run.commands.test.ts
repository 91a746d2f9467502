import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bench, emptyFolder, fixture, typeBench } from '../test/bench.ts'

const pair = '--runtime prompt,skill-state --out run'
const small = `run scaling --horizon 10,50 --seeds 2 --concurrency 2 ${pair}`

const one = '--runtime prompt --out run'
/** Two episodes: one that is over at once, and one that leaves time to interrupt the run. */
const slow = `run scaling --horizon 10,800 --seeds 1 ${one}`

/** Every file of a run, durations left out. */
function timeless(cwd: string): Record<string, string> {
  const files = readdirSync(join(cwd, 'run'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.jsonl?$/.test(file),
  )
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [
        file,
        readFileSync(join(cwd, 'run', file), 'utf8').replaceAll(/"durationMs":[\d.e-]+/g, ''),
      ]),
  )
}

describe('a run', () => {
  let cwd: string
  let first: Awaited<ReturnType<typeof bench>>
  beforeAll(async () => {
    cwd = emptyFolder()
    first = await bench(small, { cwd })
  })

  test('reports scores beside the figures of the paper and says what the model is', () => {
    expect([first.code, first.stdout.match(/\| +\d+ \| (prompt|skill-state) +\| 1\.00/g)?.length]).toEqual([
      0, 4,
    ])
    expect(first.stdout).toContain('not a language model')
    expect(first.stdout).toContain('0.88 ± 0.04')
  })
  test('twice gives the same bytes but for durations', async () => {
    const other = emptyFolder()
    await bench(small, { cwd: other })
    expect(timeless(other)).toEqual(timeless(cwd))
  })
  test('started again does nothing twice and reports the same', async () => {
    const before = readdirSync(join(cwd, 'run'), { recursive: true, encoding: 'utf8' }).sort()
    const traces = Object.values(timeless(cwd))
    const { code, stdout, stderr } = await bench(small, { cwd })
    expect([code, stdout]).toEqual([0, first.stdout])
    expect(stderr.match(/already recorded/g)).toHaveLength(8)
    expect(readdirSync(join(cwd, 'run'), { recursive: true, encoding: 'utf8' }).sort()).toEqual(before)
    expect(Object.values(timeless(cwd))).toEqual(traces)
  })
  test('is reported in every format from its traces', async () => {
    const [md, csv, json] = await Promise.all(
      ['md', 'csv', 'json'].map((format) => bench(`report run --format ${format}`, { cwd })),
    )
    expect(first.stdout).toContain(md?.stdout)
    expect(csv?.stdout.split('\n')).toHaveLength(6)
    expect(json?.stdout).toBe(readFileSync(join(cwd, 'run', 'report.json'), 'utf8'))
    expect((await bench('report run --format pdf', { cwd })).stderr).toMatch(
      /--format: "pdf" is not one of md, csv, json/,
    )
  })
  test('is replayed: every prompt and figure agrees', async () => {
    const { code, stdout } = await bench('replay run', { cwd })
    expect([code, stdout]).toEqual([
      0,
      'run: 8 episodes, 240 steps replayed: every prompt and every figure agrees; not checked: token counts, finish reasons, what a reply says beside its patch and action, names of models, ids, injected faults, failed requests, texts of errors, durations, and in run.json version, model, answers, tokenizer, budget, wording of the selection, name and title of a suite, and seeds and horizons that no task has\n',
    ])
  })
})

describe('replay exits 1 and names the place of a changed value', () => {
  const corruptions: [string, RegExp, string, RegExp][] = [
    ['a reply', /"reply":"[^"]{10}/, '"reply":"In truth, ', /step 1: promptHash differs/],
    ['a prompt size', /"promptChars":\d+/, '"promptChars":1', /step 0: promptChars differs/],
    ['a token count', /"inputTokens":\d+/, '"inputTokens":1', /figures.totalTokens.mean is/],
    ['a score', /"reward":1/, '"reward":0.5', /figures.score.mean is 1, not 0.75/],
    ['an action', /"action":"Store/, '"action":"Ship', /step \d+: action differs/],
    ['an observation', /Shipment arrived/, 'Nothing arrived', /step 0: promptHash differs/],
    ['a status', /"status":"terminated"/, '"status":"truncated","limit":"steps"', /terminated is 2, not 1/],
  ]
  let pristine: string
  beforeAll(async () => {
    pristine = emptyFolder()
    await bench(`run scaling --horizon 10 --seeds 2 ${pair}`, { cwd: pristine })
  })
  test.for(corruptions)('%s', async ([name, pattern, replacement, message]) => {
    const folder = join(pristine, 'run', 'episodes', 'warehouse%401')
    const file = join(folder, 't0010-s42~prompt~reference.jsonl')
    const before = readFileSync(file, 'utf8')
    const after = before.replace(pattern, replacement)
    expect(after, name).not.toBe(before)
    writeFileSync(file, after)
    const { code, stdout } = await bench('replay run', { cwd: pristine })
    writeFileSync(file, before)
    expect([code, stdout]).toEqual([1, expect.stringMatching(message)])
  })
})

describe('a run whose definition has changed since', () => {
  let cwd: string
  const file = (): string => join(cwd, 'run', 'run.json')
  const args = 'run delayed --horizon 100 --seeds 1 --runtime skill-state --out run'
  const edit = (
    change: (run: { series: { benchmark: { schema: unknown }; variants: string[] }[] }) => void,
  ) => {
    const run = JSON.parse(readFileSync(file(), 'utf8'))
    change(run)
    writeFileSync(file(), JSON.stringify(run))
  }
  beforeAll(async () => {
    cwd = emptyFolder()
    await bench(args, { cwd })
  })
  test('is replayed by the content of its series, not by their order', async () => {
    edit(({ series }) => series.reverse())
    expect(await bench('replay run', { cwd })).toMatchObject({ code: 0, stderr: '' })
    edit(({ series }) => series.reverse())
  })
  test('is not replayed if a series is gone', async () => {
    edit(({ series }) => series[0]?.variants.push('k7-named'))
    const { code, stderr } = await bench('replay run', { cwd })
    expect([code, stderr]).toEqual([
      2,
      'bench: run: the definition of experiment delayed has changed since this run: it has no series of delayed@1 with the tasks k5-named, k7-named\n',
    ])
    edit(({ series }) => series[0]?.variants.pop())
  })
  test('is not resumed with another schema', async () => {
    edit(({ series }) => {
      if (series[0]) series[0].benchmark.schema = { type: 'object' }
    })
    const { code, stderr } = await bench(args, { cwd })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^bench: run holds another run: its series\.0\.benchmark\.schema\.[^\n]+\n$/),
    ])
  })
})

test('killed by SIGKILL at any moment and started again, it ends with the same report', async () => {
  const args = `run scaling --horizon 100,200 --seeds 2 ${pair}`
  const [whole, cut] = [emptyFolder(), emptyFolder()]
  await bench(args, { cwd: whole })
  let kills = 0
  for (const delay of [250, 300, 350, 400, 450, 500, 550, 600]) {
    const { code } = await typeBench(args, { cwd: cut, killAfterMs: delay })
    if (code === null) kills += 1
  }
  const last = await bench(args, { cwd: cut })
  expect(kills).toBeGreaterThan(0)
  expect(last.code).toBe(0)
  expect(timeless(cut)).toEqual(timeless(whole))
  expect(readFileSync(join(cut, 'run', 'report.json'))).toEqual(
    readFileSync(join(whole, 'run', 'report.json')),
  )
})

test('a second process does not touch the folder of a run under way, and a process that has ended does not keep it', async () => {
  const cwd = emptyFolder()
  const args = `run scaling --benchmark ${fixture('waits-on-seed-43')} --seeds 2 ${one}`
  let second: ReturnType<typeof bench> | undefined
  const { code, pid } = await typeBench(args, {
    cwd,
    onError: (text) => {
      if (!text.includes('[1/2]')) return
      second ??= bench(args, { cwd }).finally(() => writeFileSync(join(cwd, 'go-on'), ''))
    },
  })
  const refused = await second
  expect([code, refused?.code, refused?.stdout]).toEqual([0, 2, ''])
  expect(refused?.stderr).toMatch(new RegExp(`^bench: run is being written by process ${pid} on [^\\n]+\\n$`))
  expect(readdirSync(join(cwd, 'run')).sort()).toEqual(['episodes', 'report.html', 'report.json', 'run.json'])
})

test('interrupted once, it stops with a line that says how to continue, and continues', async () => {
  const cwd = emptyFolder()
  const { code, stdout, stderr } = await typeBench(slow, { cwd, interruptOn: '[1/2]' })
  expect([code, stdout]).toEqual([130, ''])
  expect(stderr).toContain('bench: interrupted; the same command resumes')
  expect(readdirSync(join(cwd, 'run'))).not.toContain('run.lock')
  const again = await bench(slow, { cwd })
  expect([again.code, again.stderr.match(/already recorded/g)?.length]).toEqual([0, 1])
})

test('an environment that throws fails its episode with the reason; the rest continues; exit code 1', async () => {
  const cwd = emptyFolder()
  const args = `run scaling --benchmark ${fixture('throws-on-seed-43')} --seeds 3 ${pair}`
  const { code, stdout } = await bench(args, { cwd })
  expect(code).toBe(1)
  expect(stdout).toMatch(/skill-state \| 1\.00 ± 0\.00 .* 3 \(1 failed\)/)
  expect(stdout).toContain('- one-step@1 s43 skill-state: the environment failed: the roof fell in')
  const trace = readFileSync(
    join(cwd, 'run', 'episodes', 'one-step%401', 's43~prompt~reference.jsonl'),
    'utf8',
  )
  expect(trace).toContain('"status":"failed","error":{"code":"environment-failed"')
  expect((await bench('replay run', { cwd })).code).toBe(0)
})
