import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bench, emptyFolder } from '../test/bench.ts'
import { startBench } from '../test/fleet/fleet.ts'
import {
  type Answered,
  startTauBenchProvider,
  type TauBenchProvider,
} from '../test/provider/tau-bench-provider.ts'

const own = 'run tau-bench --set tau-bench.data=own --out run'

const read = (cwd: string, file: string) => JSON.parse(readFileSync(join(cwd, file), 'utf8'))
/** The means of the one row of the report. */
const means = (cwd: string): Readonly<Record<string, { readonly mean: number } | undefined>> =>
  read(cwd, 'run/report.json').rows[0].figures
const traces = (cwd: string): string[] => globSync('run/episodes/**/*.jsonl', { cwd }).sort()
const linesOf = (cwd: string, file: string): { readonly kind: string }[] =>
  readFileSync(join(cwd, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('a user played by a model', () => {
  let provider: TauBenchProvider | undefined
  afterEach(async () => {
    await provider?.[Symbol.asyncDispose]()
    provider = undefined
  })

  async function start(talk: readonly string[] = []) {
    provider = await startTauBenchProvider(talk)
    const host = `http://127.0.0.1:${provider.port}`
    const args = `${own} --set tau-bench.userModel=ollama:actor --model vllm:agent --base-url ${host}/v1
      --max-output-tokens 100 --runtime skill-state --concurrency 2`
    return { provider, args, env: { OLLAMA_HOST: host } }
  }

  test('has its calls, its tokens and its model in the report, beside the figures of the agent', async () => {
    const { provider: server, args, env } = await start(['Go on.'])
    const cwd = emptyFolder()
    const { code, stdout } = await bench(`${args} --set tau-bench.userStrategy=llm`, { cwd, env })
    expect(code).toBe(0)
    expect(stdout).toContain('The user is played by ollama:actor (llm)')
    expect(read(cwd, 'run/run.json').options).toMatchObject({
      user: { strategy: 'llm', model: 'ollama:actor', maxOutputTokens: 4096 },
      data: { database: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const figures = means(cwd)
    const users = server.answered.filter(({ who }) => who === 'user')
    expect(figures.userCalls?.mean).toBe(users.length / 4)
    expect((figures.userInputTokens?.mean ?? 0) + (figures.userOutputTokens?.mean ?? 0)).toBeCloseTo(
      tokens(users) / 4,
      6,
    )
    expect(figures.userCost).toBeUndefined()
    expect(await bench('replay run', { cwd, env })).toMatchObject({ code: 0 })
    const [trace = ''] = traces(cwd)
    const tampered = readFileSync(join(cwd, trace), 'utf8').replace(/("calls":\[.*?"inputTokens":)/, '$19')
    writeFileSync(join(cwd, trace), tampered)
    expect((await bench('replay run', { cwd, env })).stdout).toMatch(/userInputTokens.* as the traces say/)
  }, 60_000)

  describe('of a run that was cut off', () => {
    const talk = ['Go on.', 'Go on.']
    let calm: string
    let wanted: readonly string[]
    beforeAll(async () => {
      const { provider: server, args, env } = await start(talk)
      calm = emptyFolder()
      await bench(args, { cwd: calm, env })
      await server[Symbol.asyncDispose]()
      wanted = prompts(server.answered)
    }, 60_000)

    test.each<[string, NodeJS.Signals, number, number | null]>([
      ['killed after 3 answers', 'SIGKILL', 3, null],
      ['killed after 12 answers', 'SIGKILL', 12, null],
      ['killed after 29 answers', 'SIGKILL', 29, null],
      ['aborted while its users are asked', 'SIGINT', 0, 130],
    ])(
      '%s: no answer is paid for twice, and the traces come out as if it had not been',
      async (_what, signal, answers, code) => {
        const { provider: server, args, env } = await start(talk)
        const cwd = emptyFolder()
        server.holdAfter(answers)
        await using first = startBench(args, { cwd, env })
        await server.holding(2)
        if (signal === 'SIGINT') {
          first.child.kill('SIGINT')
          await first.says('Ctrl-C again')
        }
        expect([await first.end(signal), server.answered.length]).toEqual([code, answers])
        expect(failedLines(cwd)).toEqual([])
        server.release()
        const again = await bench(args, { cwd, env })
        expect({ code: again.code, failed: again.stderr.match(/failed/) }).toEqual({ code: 0, failed: null })
        expect(prompts(server.answered)).toEqual(wanted)
        expect(traces(cwd).map((file) => timeless(linesOf(cwd, file)))).toEqual(
          traces(calm).map((file) => timeless(linesOf(calm, file))),
        )
        expect(globSync('run/**/*.aside-*', { cwd })).toEqual([])
      },
      60_000,
    )
  })

  test('that meets the limit of the run stops the run, and no episode fails; a higher limit continues', async () => {
    const { provider: server, args, env } = await start()
    const cwd = emptyFolder()
    const one = `${args} --set tau-bench.tasks=0`
    const first = await bench(`${one} --max-tokens 5000`, { cwd, env })
    expect({ code: first.code, sent: server.answered.length }).toEqual({ code: 1, sent: 0 })
    expect(first.stderr).toMatch(/stopped by --max-tokens: 0 tokens of the run's 5000 tokens are spent/)

    expect((await bench(one, { cwd: emptyFolder(), env })).code).toBe(0)
    const whole = server.answered.splice(0)
    // What is left after the agent's last call is too little for the user's answer to it, and was enough for the call.
    const limit = `${tokens(whole.slice(0, -1)) + 4000}`
    const second = await bench(`${one} --max-tokens ${limit}`, { cwd, env })
    expect({ code: second.code, sent: server.answered }).toEqual({ code: 1, sent: whole.slice(0, -1) })
    const [trace = ''] = traces(cwd)
    expect(linesOf(cwd, trace).at(-1)?.kind).toBe('call')
    expect(failedLines(cwd)).toEqual([])
    expect(existsSync(join(cwd, 'run/report.json'))).toBe(false)

    expect((await bench(`${one} --max-tokens 1000000`, { cwd, env })).code).toBe(0)
    expect(server.answered).toEqual(whole)
    expect(means(cwd).score?.mean).toBe(1)
  }, 90_000)

  test('whose next call could cost too much stops the run before it is sent', async () => {
    const cwd = emptyFolder()
    writeFileSync(
      join(cwd, 'info.json'),
      JSON.stringify({ prices: { date: '2026-01-02', input: 1, output: 1 } }),
    )
    const { args } = await start()
    const priced = '--set tau-bench.userModel=openai:gpt-4o --model-info info.json --max-cost 0.01'
    const env = { OPENAI_API_KEY: 'sk-none', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
    const { code, stderr } = await bench(`${args} ${priced}`, { cwd, env })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/stopped by --max-cost: 0\.0000 USD of the run's 0\.0100 USD are spent/),
    })
    expect(read(cwd, 'run/run.json').options.user.prices).toMatchObject({ date: expect.any(String) })
    expect(failedLines(cwd)).toEqual([])
  }, 60_000)

  test.each([1, 3, 7, 11])(
    'is counted against the limit of a run that was killed after %i answers, to the last one',
    async (answers) => {
      const { provider: server, args, env } = await start(['Go on.'])
      const cwd = emptyFolder()
      const alone = `${args} --concurrency 1`
      server.holdAfter(answers)
      await using first = startBench(alone, { cwd, env })
      await server.holding(1)
      await first.end('SIGKILL')
      const { code, stderr } = await bench(`${alone} --max-tokens 1`, { cwd, env })
      expect({ code, answered: server.answered.length }).toEqual({ code: 1, answered: answers })
      const spent = tokens(server.answered)
      expect(stderr).toContain(`stopped by --max-tokens: ${spent} tokens of the run's 1 tokens are spent`)
    },
    60_000,
  )
})

const failedLines = (cwd: string): unknown[] =>
  traces(cwd)
    .flatMap((file) => linesOf(cwd, file))
    .filter((line) => JSON.stringify(line).includes('"status":"failed"'))

/** What does not differ from one run to the next: the episode's id holds the server's port. */
function timeless(lines: readonly { readonly kind: string }[]): string[] {
  const answers = lines.filter(({ kind }) => kind !== 'attempt')
  return answers.map((line) =>
    JSON.stringify(line)
      .replaceAll(/,?"durationMs":[\d.e-]+/g, '')
      .replaceAll(/"id":"[0-9a-f]{64}",/g, ''),
  )
}

const tokens = (answered: readonly Answered[]): number => answered.reduce((sum, each) => sum + each.tokens, 0)

const prompts = (answered: readonly Answered[]): string[] => answered.map(({ prompt }) => prompt).sort()
