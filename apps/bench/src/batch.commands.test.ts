import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bench, emptyFolder } from '../test/bench.ts'
import { startBatchServer } from '../test/provider/batches.ts'
import { startProvider } from '../test/provider/provider.ts'

const env = { OPENAI_API_KEY: 'sk-canary-0123456789abcdef' }
const prices = { prices: { date: '2026-01-02', input: 10, output: 100 } }
/** Four episodes of ten steps. */
const small = 'run scaling --horizon 10 --seeds 2 --runtime prompt,skill-state'

async function start() {
  const provider = await startProvider()
  const server = await startBatchServer(provider.url)
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]()
    await provider[Symbol.asyncDispose]()
  })
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'info.json'), JSON.stringify(prices))
  const model = `--model openai:player --base-url ${server.url} --model-info info.json`
  const run = (out: string) => bench(`${small} ${model} --batch --out ${out}`, { cwd, env })
  return { cwd, server, run, read: (file: string) => readFileSync(join(cwd, file), 'utf8') }
}

test('a run in batches has one batch a step, at half the price', async () => {
  const { cwd, server, run, read } = await start()
  expect((await run('run --dry-run')).stdout).toContain('predicted, as the reference reader plays: 40 calls')
  const { code, stdout, stderr } = await run('run')
  expect({ code, failed: stderr.match(/failed/) }).toEqual({ code: 0, failed: null })
  expect(server.batches).toEqual(Array(10).fill(4))
  expect(stderr).toContain('bench: batch batch_1 with 4 calls of openai:player at 127.0.0.1')
  expect(stdout).toMatch(/Cost, USD/)
  const { model } = JSON.parse(read('run/run.json'))
  expect(model).toMatchObject({
    settings: { batch: true, stream: false },
    capabilities: { prices: { input: 5, output: 50 } },
  })
  const [{ figures }] = JSON.parse(read('run/report.json')).rows
  const { totalTokens, outputTokens, cost } = figures
  const input = totalTokens.mean - outputTokens.mean
  expect(cost.mean).toBeCloseTo((input * 5 + outputTokens.mean * 50) / 1e6, 9)
  expect(existsSync(join(cwd, 'run', 'batches.json'))).toBe(false)
})

test('a run that was killed while a batch was under way takes its answers', async () => {
  const { cwd, server, run, read } = await start()
  const looked = server.hold(3)
  const running = run('run')
  await looked
  cpSync(join(cwd, 'run'), join(cwd, 'killed'), { recursive: true }) // all that a kill would leave
  rmSync(join(cwd, 'killed', 'run.lock'), { force: true })
  process.emit('SIGINT')
  const { code, stderr } = await running
  expect(code).toBe(130)
  expect(stderr).toContain('batches stay at the provider, and the same command takes their answers')
  expect(JSON.parse(read('killed/batches.json'))).toMatchObject([{ id: 'batch_3' }])
  expect(server.batches).toEqual([4, 4, 4])

  server.release()
  const again = await run('killed')
  expect({ code: again.code, failed: again.stderr.match(/failed/) }).toEqual({ code: 0, failed: null })
  expect(again.stderr).toContain('bench: batch batch_3 was submitted before: its answers are used')
  expect(server.batches).toEqual(Array(10).fill(4))
  expect((await bench('replay killed', { cwd })).code).toBe(0)
})

test.each([
  ['--model vllm:m', 'vllm:m cannot be asked in batches: choose a model of openai or anthropic'],
  ['--model reference', '--batch: model reference takes no such option'],
  ['--model openai:m --queue postgres://h/d', '--batch: workers ask call by call'],
])('%s with --batch is refused in one line', async (args, line) => {
  const { code, stderr } = await bench(`${small} ${args} --batch`, { cwd: emptyFolder(), env })
  expect([code, stderr.trim().split('\n').length]).toEqual([2, 1])
  expect(stderr).toContain(line)
})
