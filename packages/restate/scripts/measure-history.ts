/**
 * Bytes on record of Restate for each step of a long session, beside the same desk as an agent that keeps a transcript.
 *
 *   pnpm hosts:history [--steps 10000] [--transcript 1000]
 */
import { parseArgs } from 'node:util'
import { type ObjectContext, object, serve } from '@restatedev/restate-sdk'
import { CountingWorld } from '@skill-state/agent/conformance'
import { openRestateHost, restateServer } from '../test/restate-host.ts'

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '10000' }, transcript: { type: 'string', default: '1000' } },
})
const program = restateServer()
if (program === undefined) throw new Error('npm has no server of Restate for this machine')
const world = new CountingWorld()
const host = await openRestateHost(world, program)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Message {
  readonly role: string
  readonly content: string
}

/** The same steps, with all messages so far as the session's state: the model would be sent them each time. */
const transcript = object({
  name: 'transcript',
  handlers: {
    async tell(ctx: ObjectContext, text: string) {
      const messages = (await ctx.get<Message[]>('messages')) ?? []
      messages.push({ role: 'user', content: text })
      for (const said of ['{"search":{"city":"Rome"}}', '{"book":{"flight":"F1"}}', 'F1 is booked.']) {
        const content = await ctx.run('model', async () => said)
        messages.push({ role: 'assistant', content })
        if (!content.startsWith('{')) continue
        const key = `${ctx.key}/${messages.length}`
        const [[tool, input] = []] = Object.entries(JSON.parse(content))
        const ask = () => world.ask({ tool: `${tool}`, input: input as never, key })
        messages.push({ role: 'tool', content: await ctx.run(`${tool}`, ask) })
      }
      ctx.set('messages', messages)
    },
  },
})
const port = await serve({ services: [transcript], port: 0, logger: () => {} })

async function admin(path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await fetch(`${host.admin}/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return await response.json()
}
await admin('deployments', { uri: `http://127.0.0.1:${port}` })

/** Bytes of the journals of all invocations. */
async function history(): Promise<number> {
  const query = 'select sum(raw_length) as bytes from sys_journal'
  const { rows } = (await admin('query', { query })) as { rows: { bytes: number | null }[] }
  return Number(rows[0]?.bytes ?? 0)
}

const STEPS = 3

/** Says what a step has on record at 100 steps, and at each power of it up to `most`. */
async function measure(
  name: string,
  most: number,
  tell: (message: number) => Promise<unknown>,
): Promise<void> {
  const points: [number, number][] = []
  const stops = [100, 200, 500, 1_000, 2_000, 5_000, 10_000].filter((stop) => stop <= most)
  let played = 0
  for (const stop of stops) {
    while (played < stop - 48) {
      await tell(played)
      played += STEPS
    }
    const before = await history()
    const from = played
    while (played < stop) {
      await tell(played)
      played += STEPS
    }
    const bytes = ((await history()) - before) / (played - from)
    points.push([Math.log(stop), Math.log(bytes)])
    say(`${name}: ${bytes.toFixed(0)} bytes a step, at ${stop} steps`)
  }
  say(`${name}: bytes a step grow with the steps by the power ${slope(points).toFixed(3)}`)
}

function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  return over / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
}

const text = 'A flight to Rome, please.'
await measure('state', Number(values.steps), (at) =>
  host.tell('ada-long', { send: text, id: `m${at}` }, 'ada'),
)
const url = `${host.ingress}/transcript/long/tell`
const headers = { 'content-type': 'application/json' }
await measure('transcript', Number(values.transcript), async () => {
  const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(text) })
  if (!ok) throw new Error('the transcript was not taken')
})
await host.close()
process.exit()
