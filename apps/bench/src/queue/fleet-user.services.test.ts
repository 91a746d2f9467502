import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { benchArguments, emptyFolder, typeBench } from '../../test/bench.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'
import { startTauBenchProvider } from '../../test/provider/tau-bench-provider.ts'

const server = useServer()

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

function start(command: string, cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, benchArguments(command), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  return child
}

async function startWorker(address: string, cwd: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const worker = start(`worker --queue ${address} --concurrency 1`, cwd, env)
  if (worker.stderr !== null) await once(worker.stderr, 'data')
  worker.stderr?.resume()
  return worker
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** The fourth and the ninth answer are of users. */
test.each([4, 9])(
  'what users of a dead worker were asked counts, after %i answers, against a limit that is set later',
  HANG,
  async (answers) => {
    await using provider = await startTauBenchProvider(['Go on.'])
    const cwd = emptyFolder()
    const address = await server().createDatabase()
    const host = `http://127.0.0.1:${provider.port}`
    const env = { OLLAMA_HOST: host, VLLM_API_KEY: 'sk-none' }
    const run = `run tau-bench --set tau-bench.data=own --set tau-bench.userModel=ollama:actor --model vllm:agent
      --base-url ${host}/v1 --max-output-tokens 100 --runtime skill-state --queue ${address}`
    provider.holdAfter(answers)
    const worker = await startWorker(address, cwd, env)
    const first = start(run, cwd, env)
    await provider.holding(1)
    await Promise.all([kill(worker), kill(first)])

    const spent = provider.answered.reduce((sum, { tokens }) => sum + tokens, 0)
    let next: Promise<ChildProcess> | undefined
    const onError = (said: string): void => {
      if (said.includes('no worker')) next ??= startWorker(address, cwd, env) // by then the limit is set
    }
    const again = await typeBench(`${run} --out other --max-tokens 1`, { cwd, env, onError })
    expect({ code: again.code, answered: provider.answered.length }).toEqual({ code: 1, answered: answers })
    expect(again.stderr).toContain(`stopped by --max-tokens: ${spent} tokens of 1 tokens are spent`)
    await kill(await next)
  },
)
