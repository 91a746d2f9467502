/**
 * What a step of one session costs on a durable host as its history grows: time, beside an empty step of the host in the same
 * seconds, and characters in the journal. Messages come twenty at once, so that the pauses of a queue between two do not count: the
 * hundred before each figure have three steps, those between have one.
 *
 *   pnpm hosts:long restate|workerd|postgres [--messages 10000]
 */
import { parseArgs } from 'node:util'
import { growthExponent } from '../../packages/eval/src/statistics/growth.ts'
import { HOSTS } from './_open.ts'

const STEPS = 3
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

/** Characters in the journal. */
async function written(): Promise<number> {
  return (await host.records('ada-long')).reduce((sum, { body }) => sum + body.length, 0)
}

const [times, ratios]: [[number, number][], [number, number][]] = [[], []]
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
  const size = (((await written()) - before) / (AT_ONCE * ROUNDS * STEPS)).toFixed(0)
  say(
    `after ${stop} messages a step takes ${time.toFixed(2)} ms, ${ratio.toFixed(2)} empty steps, and ${size} characters of journal`,
  )
}
const [power, beside] = [growthExponent(times), growthExponent(ratios)].map((value) => value?.toFixed(3))
say(`the time of a step grows with the messages by the power ${power}, beside an empty step ${beside}`)
await host.close()
process.exit()
