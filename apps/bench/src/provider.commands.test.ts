import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { o200k } from '@skill-state/models/o200k'
import { PromptCache } from '@skill-state/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { bench, emptyFolder, wordsOf } from '../test/bench.ts'
import { blocksOf } from '../test/provider/_provider-formats.ts'
import { type Provider, startProvider } from '../test/provider/provider.ts'
import { main } from './program.ts'

const KEY = 'sk-canary-0123456789abcdef'
/** What makes SDKs, and Node itself, talk about their requests. */
const loud = { DEBUG: '*', NODE_DEBUG: 'http,undici,fetch', OPENAI_LOG: 'debug', ANTHROPIC_LOG: 'debug' }
const env = { ...loud, VLLM_API_KEY: KEY }
let provider: Provider | undefined
afterEach(async () => {
  vi.unstubAllEnvs()
  await provider?.[Symbol.asyncDispose]()
  provider = undefined
})

const small = 'run scaling --horizon 10 --seeds 1'
const three = `${small} --runtime prompt,skill-state,skill-state-json`
const prices = { prices: { date: '2026-01-02', input: 10, cacheRead: 1, output: 100 } }

async function start(failures = 0, cache?: PromptCache) {
  provider = await startProvider(failures, undefined, 0, cache)
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'info.json'), JSON.stringify(prices))
  const model = `--model vllm:player --base-url ${provider.url} --model-info info.json`
  const run = (more = '') => bench(`${three} ${more}`, { cwd, env })
  return { cwd, run, model, server: provider, url: provider.url }
}

const files = (cwd: string): string[] =>
  globSync('**/*', { cwd, withFileTypes: true }).flatMap((each) =>
    each.isFile() ? [readFileSync(join(each.parentPath, each.name), 'utf8')] : [],
  )

test('a model of a provider runs an experiment: usage in classes, cost, retries; its key is nowhere', async () => {
  const cache = new PromptCache((text) => o200k.count(text), { minimum: 64, block: 1 })
  const { cwd, run, model, server } = await start(1, cache)
  const { code, stdout, stderr } = await run(`${model} --out run`)
  expect({ code, stderr: stderr.match(/failed/) }).toEqual({ code: 0, stderr: null })
  expect(server.requests()).toBe(31)
  expect(stdout).toMatch(/Cost, USD/)
  expect(stdout).toContain('Costs are by the price sheet of 2026-01-02.')
  expect(stdout).toContain('Decoding: temperature 0 and top-p 1 sent')
  expect(stdout).toMatch(/By tokens.*By cost/)
  const { rows } = JSON.parse(readFileSync(join(cwd, 'run', 'report.json'), 'utf8'))
  for (const row of rows) {
    const { totalTokens, outputTokens, cachedTokens, cost, score } = row.figures
    const input = totalTokens.mean - outputTokens.mean
    expect(cachedTokens.mean / input).toBeGreaterThan(0.2)
    expect(cachedTokens.mean / input).toBeLessThan(1)
    expect(score.mean).toBe(1)
    expect(cost.mean).toBeCloseTo(
      ((input - cachedTokens.mean) * 10 + cachedTokens.mean + outputTokens.mean * 100) / 1e6,
      9,
    )
  }
  const lines = files(join(cwd, 'run')).join('')
  expect(lines).toContain('"kind":"attempt"')
  expect(lines).toContain('"rawUsage":{"prompt_tokens"')
  expect(JSON.parse(readFileSync(join(cwd, 'run', 'run.json'), 'utf8'))).toMatchObject({
    model: {
      id: 'vllm:player',
      settings: { host: expect.stringContaining('127.0.0.1'), temperature: 0, topP: 1 },
    },
    answers: [{ runtime: 'skill-state-json', enforcement: { dialect: expect.any(String) } }],
  })
  expect([stdout, stderr, lines].join('')).not.toContain(KEY)
  expect((await bench('replay run', { cwd })).code).toBe(0)
})

test('a model of a provider writes the summaries that a runtime asks for', async () => {
  const { cwd, model, server } = await start()
  const args = `${small} --runtime memory,summary-capped ${model} --out run`
  const { code, stderr } = await bench(args, { cwd, env })
  expect([code, stderr.match(/terminated, score 1$/gm)?.length]).toEqual([0, 2])
  expect(server.requests()).toBeGreaterThan(20)
})

/** Every provider by its name, with the variable of its key, at a server that speaks its wire format. */
test.each([
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['gemini', 'GEMINI_API_KEY'],
  ['openrouter', 'OPENROUTER_API_KEY'],
  ['deepseek', 'DEEPSEEK_API_KEY'],
  ['groq', 'GROQ_API_KEY'],
  ['mistral', 'MISTRAL_API_KEY'],
  ['xai', 'XAI_API_KEY'],
  ['vllm', 'VLLM_API_KEY'],
  ['llamacpp', 'LLAMA_API_KEY'],
  ['ollama', 'OLLAMA_API_KEY'],
])('%s runs, is recorded and replayed, and shows its key nowhere', async (name, variable) => {
  const { url, cwd, server } = await start(1)
  vi.stubEnv(variable, KEY)
  for (const [each, value] of Object.entries(loud)) vi.stubEnv(each, value)
  const [folder, recorded, cache] = ['run', 'recording', 'cache'].map((each) => join(cwd, each))
  const kept = `--record ${recorded} --cache ${cache} --out ${folder}`
  const model = `--model ${name}:player --base-url ${url}`
  const run = await typed(`${small} --runtime prompt,skill-state-json ${model} ${kept}`)
  expect({ code: run.code, requests: server.requests() }).toEqual({ code: 0, requests: 21 })
  const { rows } = JSON.parse(readFileSync(join(`${folder}`, 'report.json'), 'utf8'))
  for (const { figures } of rows) {
    const { score, totalTokens, cachedTokens, outputTokens } = figures
    expect(score.mean).toBe(1)
    expect(cachedTokens.mean).toBeGreaterThan((totalTokens.mean - outputTokens.mean) / 2 - 11)
  }
  expect(files(`${recorded}`).length).toBeGreaterThan(20)
  const replayed = await typed(`replay ${folder}`)
  expect(replayed.code).toBe(0)
  expect([run.shown, replayed.shown, ...files(cwd)].join('')).not.toContain(KEY)
})

test("a growing transcript keeps its blocks for Anthropic, and repeats the last call's cache mark", async () => {
  const { url, cwd, server } = await start()
  vi.stubEnv('ANTHROPIC_API_KEY', KEY)
  const model = `--model anthropic:claude-sonnet-4-5 --base-url ${url} --out ${join(cwd, 'run')}`
  expect((await typed(`${small} --runtime prompt ${model}`)).code).toBe(0)
  const calls = server.bodies.map(({ messages }) => blocksOf(messages?.[0]?.content))
  expect(calls.map((blocks) => blocks.length)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  for (const [index, blocks] of calls.slice(1).entries()) {
    const before = calls[index] ?? []
    const texts = before.slice(0, -1).map(({ text }) => text)
    expect(blocks.slice(0, texts.length).map(({ text }) => text)).toEqual(texts)
    expect(blocks[texts.length - 1]).toHaveProperty('cache_control')
    expect(blocks.filter((block) => block.cache_control !== undefined).length).toBeLessThan(5)
  }
})

/** A command in this process, which has loaded everything; all that it prints. */
async function typed(command: string): Promise<{ code: number; shown: string }> {
  const printed: string[] = []
  const print = (chunk: unknown): boolean => printed.push(String(chunk)) > 0
  const streams = [process.stdout, process.stderr].map((each) => vi.spyOn(each, 'write'))
  for (const stream of streams) stream.mockImplementation(print)
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation(print)
  }
  try {
    return { code: await main(wordsOf(command)), shown: printed.join('') }
  } finally {
    vi.restoreAllMocks()
  }
}

test('a hard limit stops the run before a call could pass it, and a higher one continues', async () => {
  const { cwd, run, model, server } = await start()
  const limited = await run(`${model} --out run --concurrency 1 --max-output-tokens 100 --max-cost 0.2`)
  expect(limited.code).toBe(1)
  expect(limited.stderr).toMatch(
    /bench: stopped by --max-cost: 0\.\d+ USD of the run's 0\.2000 USD are spent, and the next call could use/,
  )
  const first = server.requests()
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(30)
  expect(limited.stderr).toMatch(
    /^bench: predicted, as the reference reader plays: 30 calls, \d+ input tokens, .*; cost: \d+\.\d\d USD by the price sheet of 2026-01-02/m,
  )
  const more = await run(`${model} --out run --max-output-tokens 100 --max-cost 50`)
  expect(more.code).toBe(0)
  const tokens = await run(`${model} --out other --max-tokens 10`)
  expect(tokens.stderr).toMatch(/stopped by --max-tokens: 0 tokens of the run's 10 tokens are spent/)
  expect(existsSync(join(cwd, 'other', 'report.json'))).toBe(false)
})

test('what is recorded is replayed without a server or a key, to the same figures; a cache saves calls', async () => {
  const { cwd, run, model, server } = await start()
  expect((await run(`${model} --out run --record recording`)).code).toBe(0)
  const sent = server.requests()
  const replayed = await run('--model replay:recording --out again')
  expect(replayed.stderr).not.toMatch(/failed/)
  expect(server.requests()).toBe(sent)
  const rows = (name: string) => JSON.parse(readFileSync(join(cwd, name, 'report.json'), 'utf8')).rows
  expect(rows('again')).toEqual(rows('run'))
  const unknown = await bench('run noise --model replay:recording --limit 1 --out n', {
    cwd,
  })
  expect(unknown.code).toBe(1)
  expect(unknown.stderr).toMatch(/recording holds no response/)

  await run(`${model} --out c1 --cache cache`)
  const before = server.requests()
  await run(`${model} --out c2 --cache cache`)
  expect(server.requests()).toBe(before)
  expect(readFileSync(join(cwd, 'c2', 'report.json'), 'utf8')).toContain(
    'Responses on record answered 30 of 30 calls',
  )
  expect(files(cwd).join('')).not.toContain(KEY)
})

test('a dry run says calls, tokens and cost, and writes and sends nothing', async () => {
  const { cwd, run, model, server } = await start()
  const { code, stdout } = await run(`${model} --dry-run --record recording --out run`)
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /predicted, as the reference reader plays: 30 calls, \d+ input tokens, of which a simulated cache gives \d+, \d+ output tokens/,
  )
  expect(stdout).toMatch(/cost: \d+\.\d\d USD by the price sheet of 2026-01-02/)
  expect(server.requests()).toBe(0)
  expect(globSync('**/*', { cwd })).toEqual(['info.json'])
})

const wrong = emptyFolder()
const list = join(wrong, 'list.json')
const misspelt = join(wrong, 'misspelt.json')
writeFileSync(list, '[]')
writeFileSync(misspelt, '{"prices": {"date": "2026-01-02", "inptu": 1}}')

test.each([
  ['--model openai:gpt-5', /openai needs a key: set the environment variable OPENAI_API_KEY/],
  ['--model anthropic:claude', /ANTHROPIC_API_KEY/],
  ['--model nobody:m', /no provider "nobody"/],
  ['--model vllm:m --max-cost 1', /no prices of model vllm:m are known/],
  ['--model vllm:m --model-info absent.json', /--model-info: absent.json: it cannot be read/],
  [`--model vllm:m --model-info ${list}`, /--model-info: .*list\.json: capabilities must be an object/],
  [
    `--model vllm:m --model-info ${misspelt}`,
    /--model-info: .*misspelt\.json: capabilities\.prices has no field "inptu"; it has date, input, output/,
  ],
  ['--model vllm:m --base-url localhost:8000', /base URL of vllm must begin with http/],
  ['--model replay:absent', /absent/],
  ['--model reference --temperature 1', /--temperature: model reference takes no such option/],
  ['--model vllm:m --max-cost much', /--max-cost: "much" is not a number/],
  ['--model local:absent.gguf', /absent\.gguf|node-llama-cpp/],
])('%s is rejected in one line, before anything is written', async (args, message) => {
  const cwd = emptyFolder()
  const bare = Object.fromEntries(['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'].map((name) => [name, undefined]))
  const { code, stdout, stderr } = await bench(`${small} ${args}`, { cwd, env: bare })
  expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 })
  expect(stderr).toMatch(message)
  expect(globSync('**/*', { cwd })).toEqual([])
})

test('the key of a provider that rejects it is in no line of the error', async () => {
  const cwd = emptyFolder()
  const args = '--model vllm:m --base-url http://127.0.0.1:9/v1 --limit 1 --out run'
  const { stdout, stderr } = await bench(`${small} ${args} --max-steps 1`, { cwd, env })
  expect(stdout + stderr + files(cwd).join('')).not.toContain(KEY)
}, 200_000)
