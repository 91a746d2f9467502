/**
 * Plays many sessions at once on a durable host, each with three messages of three steps, and beside them turns of as many steps that do
 * nothing: what the host itself costs. Such a turn comes in by the same door, and each of its steps is on record before the next one: on
 * Postgres a job of a queue of the same kind, each step one committed row.
 *
 *   pnpm hosts:crowd restate|workerd|postgres [--sessions 1000]
 */
import { parseArgs } from 'node:util'
import { CountingWorld, type TestedHost } from '../../packages/agent/src/conformance/index.ts'
import { HOSTS } from './_open.ts'

const MESSAGES = 3
const STEPS = 3

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sessions: { type: 'string', default: '1000' } },
})
const open = HOSTS[positionals[0] ?? '']
if (open === undefined) throw new Error(`name a host: ${Object.keys(HOSTS).join(', ')}`)
const world = new CountingWorld()
const { host } = await open(world)
const sessions = Number(values.sessions)

/** Milliseconds until each message was answered: one list for each session. */
async function crowd(
  sessions: number,
  play: (session: string, message: number) => Promise<unknown>,
): Promise<number[][]> {
  const began = performance.now()
  const talk = async (_: unknown, index: number): Promise<number[]> => {
    const ends: number[] = []
    for (let message = 0; message < MESSAGES; message += 1) {
      await play(`ada-${index}`, message)
      ends.push(performance.now() - began)
    }
    return ends
  }
  return await Promise.all(Array.from({ length: sessions }, talk))
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const perStep = (ends: number[][]): number => Math.max(...ends.flat()) / (ends.length * MESSAGES * STEPS)

/** All messages of a crowd. */
async function talk({ tell }: Pick<TestedHost, 'tell'>, count: number): Promise<number[][]> {
  return await crowd(count, async (session, message) => {
    const send = 'Flights to Rome and Oslo.'
    const { end } = await tell(session, { send, id: `${message}` }, 'ada')
    if (end !== 'replied') throw new Error(`session ${session}: message ${message} ended as ${end}`)
  })
}

const ours = await talk(host, sessions)
await host.close()
if (world.overlaps.length > 0) throw new Error('turns of a session overlapped')
const effects = world.effects.length
if (effects !== 3 * sessions * MESSAGES) throw new Error(`${effects} effects`)
const last = ours.map((ends) => ends.at(-1) ?? 0).toSorted((a, b) => a - b)
const [first, middle, end] = [last[0], last[sessions >> 1], last.at(-1)].map((ms) => seconds(ms ?? 0))
say(
  `${positionals[0]}: ${sessions} sessions of ${MESSAGES} messages: all within ${end}, half ${middle}, first ${first}`,
)
const longest = Math.max(...ours.flatMap((ends) => ends.map((ms, at) => ms - (ends[at - 1] ?? 0))))
say(`the longest wait for an answer: ${seconds(longest)}`)

// What the host and the agent cost, without a world: in turns, so that a busy machine slows down both.
const { host: alone } = await open()
await alone.playEmpty?.('warm', STEPS)
await alone.tell('ada-warm', { send: 'Hello.' }, 'ada')
const few = Math.ceil(sessions / 10)
const [steps, empty]: [number[], number[]] = [[], []]
for (let round = 0; round < 5; round += 1) {
  empty.push(perStep(await crowd(few, async (session) => await alone.playEmpty?.(session, STEPS))))
  steps.push(perStep(await talk({ tell: (id, ...given) => alone.tell(`${id}-${round}`, ...given) }, few)))
}
const sum = (times: number[]): number => times.reduce((total, ms) => total + ms, 0) / times.length
const ratio = (sum(steps) / sum(empty)).toFixed(2)
say(
  `a step ${sum(steps).toFixed(2)} ms, an empty step of the host ${sum(empty).toFixed(2)} ms: ${ratio} times`,
)
await alone.close()
