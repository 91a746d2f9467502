/**
 * What a step of one session costs on a durable host as its history grows: time, beside an empty step of the host in the same
 * seconds, and bytes on record. Messages come twenty at once, so that the pauses of a queue between two do not count: the hundred
 * before each figure have three steps, those between have one. Beside it, to a thousand messages, steps which put on record what the
 * model of an agent with a transcript is sent.
 *
 *   pnpm hosts:long restate|workerd|postgres [--messages 10000]
 */
import { parseArgs } from 'node:util'
import { growthExponent } from '../../packages/eval/src/statistics/growth.ts'
import { HOSTS } from './_open.ts'

const STEPS = 3
/** Most messages of the transcript. */
const MOST = 1_000
/** What a message adds to a transcript. */
const SAID = [
  'Flights to Rome and Oslo.',
  '{"search":{"city":"Rome"}}',
  'Flights to Rome: F1.',
  '{"book":{"flight":"F1"}}',
  'F1 is booked.',
  'Done.',
]
const AT_ONCE = 20
const ROUNDS = 5

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { messages: { type: 'string', default: '10000' } },
})
const [name = ''] = positionals
const open = HOSTS[name]
if (open === undefined) throw new Error(`name a host: ${Object.keys(HOSTS).join(', ')}`)
const { host } = await open()
const say = (line: string): void => void process.stdout.write(`${name}: ${line}\n`)

/** Milliseconds a step, if so much is asked of a session at once. */
async function timed(play: (index: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => play(index)))
  return (performance.now() - began) / (AT_ONCE * STEPS)
}

let sent = 0
const talk = async (send: string): Promise<number> => {
  const time = await timed(async (index) => {
    const { end } = await host.tell('ada-long', { send, id: `m${sent + index}` }, 'ada')
    if (end !== 'replied') throw new Error(`message ${sent + index} ended as ${end}`)
  })
  sent += AT_ONCE
  return time
}
const middle = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** Bytes on record. */
async function written(): Promise<number> {
  const bytes = await host.history?.()
  return bytes ?? (await host.records('ada-long')).reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
}

type Points = [messages: number, value: number][]
const [times, ratios, sizes, inputs]: [Points, Points, Points, Points] = [[], [], [], []]
for (const stop of [100, 200, 500, 1_000, 2_000, 5_000, 10_000].filter(
  (at) => at <= Number(values.messages),
)) {
  while (sent < stop - AT_ONCE * ROUNDS) await talk('Hello.')
  const before = await written()
  const [ours, empty]: [number[], number[]] = [[], []]
  while (sent < stop) {
    empty.push(await timed(async () => await host.playEmpty?.('long', STEPS)))
    ours.push(await talk('Flights to Rome and Oslo.'))
  }
  const [time, ratio] = [middle(ours), middle(ours) / middle(empty)]
  times.push([stop, time])
  ratios.push([stop, ratio])
  const size = ((await written()) - before) / (AT_ONCE * ROUNDS * STEPS)
  sizes.push([stop, size])
  say(
    `after ${stop} messages a step takes ${time.toFixed(2)} ms, ${ratio.toFixed(2)} empty steps, and ${size.toFixed(0)} bytes`,
  )
  if (stop > MOST) continue
  const input = JSON.stringify(Array.from({ length: stop }, () => SAID).flat())
  inputs.push([stop, input.length])
  const slow = await timed(async () => await host.playEmpty?.('transcript', STEPS, input))
  say(`a step with the transcript of ${stop} messages takes ${slow.toFixed(2)} ms, and ${input.length} bytes`)
}
const powers = [times, ratios, sizes, inputs].map((points) => growthExponent(points)?.toFixed(3))
say(
  `with the messages grow: the time of a step by the power ${powers[0]}, beside an empty step ${powers[1]}, its bytes ${powers[2]}, those of a transcript ${powers[3]}`,
)
await host.close()
process.exit()
