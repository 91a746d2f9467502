import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { providerModel } from '@skill-state/models'
import { atMost, type Benchmark, type Row, ratioAtLeast } from '../../measure/row.ts'

const SERVER = new URL('calls-in-flight-server.ts', import.meta.url)
const CALLERS = 1_000
const CALLS = 8
const DELAY_MS = 2_000
const PROMPT = 'The shelf is empty. '.repeat(180)

/** A thousand callers of one provider, each with one call after the other, through the adapter and its limiter. */
export const callsInFlight: Benchmark = {
  name: 'calls-in-flight',
  title: `${CALLERS} callers of a server that answers after ${DELAY_MS / 1_000} s, ${CALLS} calls each`,
  run: async () => {
    const server = fork(SERVER, [String(DELAY_MS)])
    const [port] = (await once(server, 'message')) as [number]
    const baseUrl = `http://127.0.0.1:${port}/v1`
    const model = await providerModel('vllm:m', { baseUrl, stream: false })
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: PROMPT }] })
    const fetched = await crowd(() => fetch(baseUrl, { method: 'POST', body }).then((reply) => reply.json()))
    const asked = await crowd(() => model.generate({ prompt: PROMPT }))
    server.disconnect()
    return [
      rate('bare fetch', fetched),
      { ...rate('adapter and limiter', asked), target: ratioAtLeast(0.9) },
      { name: 'event loop lag, p99', figure: asked.lagMs, unit: 'ms', target: atMost(50) },
    ]
  },
}

interface Crowd {
  readonly tookMs: number
  /** 99th percentile. */
  readonly lagMs: number
}

async function crowd(call: () => Promise<unknown>): Promise<Crowd> {
  const lag = monitorEventLoopDelay({ resolution: 1 })
  lag.enable()
  const started = performance.now()
  const caller = async (): Promise<void> => {
    for (let count = 0; count < CALLS; count += 1) await call()
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  lag.disable()
  return { tookMs: performance.now() - started, lagMs: lag.percentile(99) / 1e6 }
}

function rate(name: string, { tookMs }: Crowd): Row {
  return {
    name,
    figure: (CALLERS * CALLS * 1_000) / tookMs,
    unit: 'calls/s',
    ratio: { value: (CALLS * DELAY_MS) / tookMs, of: 'no wait but the server' },
  }
}
