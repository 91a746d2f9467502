import { expect, test } from 'vitest'
import { emptyFolder, typeBench } from '../../test/bench.ts'
import { type Running, startBench, startWorker } from '../../test/fleet/fleet.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'
import { startTauBenchProvider } from '../../test/provider/tau-bench-provider.ts'

const server = useServer()

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
    const alone = { concurrency: 1, env }
    const run = `run tau-bench --set tau-bench.data=own --set tau-bench.userModel=ollama:actor --model vllm:agent
      --base-url ${host}/v1 --max-output-tokens 100 --runtime skill-state --queue ${address}`
    provider.holdAfter(answers)
    await using worker = await startWorker(address, cwd, alone)
    await using first = startBench(run, { cwd, env })
    await provider.holding(1)
    await Promise.all([worker.end('SIGKILL'), first.end('SIGKILL')])

    const spent = provider.answered.reduce((sum, { tokens }) => sum + tokens, 0)
    let next: Promise<Running> | undefined
    const onError = (said: string): void => {
      if (said.includes('no worker')) next ??= startWorker(address, cwd, alone) // by then the limit is set
    }
    const again = await typeBench(`${run} --out other --max-tokens 1`, { cwd, env, onError })
    expect({ code: again.code, answered: provider.answered.length }).toEqual({ code: 1, answered: answers })
    expect(again.stderr).toContain(`stopped by --max-tokens: ${spent} tokens of the run's 1 tokens are spent`)
    await (await next)?.end('SIGKILL')
  },
)
