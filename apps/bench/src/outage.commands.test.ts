import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bench, emptyFolder, suiteFolder } from '../test/bench.ts'
import { startProvider } from '../test/provider/provider.ts'

const env = { VLLM_API_KEY: 'sk-none' }
const scaling = 'run scaling --horizon 10 --runtime prompt,skill-state --seeds 10'

/** A run of 20 episodes at this provider, as typed. */
function runAt(url: string) {
  const cwd = emptyFolder()
  return (more = '') => bench(`${scaling} --model vllm:m --base-url ${url} --out run ${more}`, { cwd, env })
}

test('a key that is rejected ends the run at once, in one line, and the command continues with a good one', async () => {
  await using provider = await startProvider(1, { status: 401 })
  const run = runAt(provider.url)
  const { code, stdout, stderr } = await run('--concurrency 1')
  expect([code, stdout, provider.requests()]).toEqual([1, '', 1])
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^\[1\/20\] warehouse@1 t0010-s42 prompt: failed: vllm:m: 401 try again; check the /,
    ),
    expect.stringMatching(
      /^bench: stopped: vllm:m: 401 try again; check the environment variable VLLM_API_KEY; the rest was not tried; .*with --retry-errors \(1 of 20 episodes are done\)$/,
    ),
  ])
  expect((await run('--retry-errors')).code).toBe(0)
})

test('a provider that is down is given up after five failures that are alike', async () => {
  const down = { status: 500, headers: { 'x-should-retry': 'false' } }
  await using provider = await startProvider(5, down)
  const run = runAt(provider.url)
  const { code, stderr } = await run('--concurrency 1')
  expect([code, provider.requests()]).toEqual([1, 5])
  expect(stderr).toMatch(
    /^bench: stopped: 5 episodes in a row failed alike, and no call was answered in between: vllm:m: 500/m,
  )
  const rest = await run()
  expect([rest.code, rest.stdout.match(/^ {2}failed ×.*/gm)]).toEqual([
    1,
    [expect.stringMatching(/^ {2}failed ×5: vllm:m: 500 try again/)],
  ])
  expect((await run('--retry-errors')).stdout).toContain('Failed: 0.')
})

test('of a suite the models of other providers continue', async () => {
  await using dead = await startProvider(Number.POSITIVE_INFINITY, { status: 403 })
  const models = `models: [{ model: "vllm:m", label: dead, baseUrl: "${dead.url}" }, reference]`
  const benchmarks = 'benchmarks: [{ name: warehouse, horizons: [10] }]'
  const cwd = suiteFolder('name: a', benchmarks, 'runtimes: [prompt]', 'seeds: 9', models)
  const { code, stdout, stderr } = await bench('run s.yaml --concurrency 1', { cwd, env })
  expect([code, stderr.match(/^bench: stopped: vllm:m: 403/gm)?.length]).toEqual([1, 1])
  expect(stdout).toContain('Episodes: 18. Terminated: 9. Truncated: 0. Failed: 1. Not tried: 8.')
  expect(readdirSync(join(cwd, 'runs/a')).sort()).toEqual(['dead', 'reference', 'report.html', 'runs.json'])
})
