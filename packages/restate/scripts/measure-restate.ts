/**
 * Kills the worker and the server of Restate at random instants, and measures the history of a long session.
 *
 *   node --conditions=@skill-state/source packages/restate/scripts/measure-restate.ts [kills 300] [steps 10000] [sessions 1000]
 */
import { CountingWorld, killHost } from '@skill-state/agent/conformance'
import { openRestateHost, type RestateHost, restateServer } from '../test/restate-host.ts'

const [kills = 300, steps = 10_000, sessions = 1_000] = process.argv.slice(2).map(Number)
const program = restateServer()
if (program === undefined) throw new Error('npm has no server of Restate for this machine')
const world = new CountingWorld()
const host = await openRestateHost(world, program)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Bytes of the journals of all invocations. */
async function history({ admin }: RestateHost): Promise<number> {
  const query = 'select sum(raw_length) as bytes from sys_journal'
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await fetch(`${admin}/query`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  const { rows } = (await response.json()) as { rows: { bytes: number | null }[] }
  return Number(rows[0]?.bytes ?? 0)
}

if (steps > 0) {
  const each = 3
  const points: [number, number][] = []
  let before = await history(host)
  let from = 0
  for (let step = each; step <= steps; step += each) {
    await host.tell('ada-long', { send: 'A flight to Rome, please.', id: `m${step}` }, 'ada')
    if (step !== 99 && step % 999 !== 0) continue
    const now = await history(host)
    if (from > 0) points.push([Math.log((from + step) / 2), Math.log((now - before) / (step - from))])
    say(`steps ${from} to ${step}: ${((now - before) / (step - from)).toFixed(0)} bytes a step`)
    before = now
    from = step
  }
  say(`exponent ${slope(points).toFixed(3)}`)
}

if (sessions > 0) {
  const began = performance.now()
  const turns = await Promise.all(
    Array.from({ length: sessions }, (_, index) =>
      host
        .tell(`ada-s${index}`, { send: 'A flight to Rome.', id: 'm' }, 'ada')
        .then(() => performance.now() - began),
    ),
  )
  const last = Math.max(...turns)
  say(
    `${sessions} sessions at once: ${(last / 1_000).toFixed(1)} s, ${(last / (3 * sessions)).toFixed(1)} ms a step`,
  )
}

world.before = () => new Promise((resolve) => setTimeout(resolve, 3))
world.deliveries.length = 0
world.effects.length = 0
const report = await killHost({
  host,
  world,
  kills,
  kill: (time) => (time % 2 === 0 ? host.restart() : host.restartServer()),
  pause: () => 100 + 700 * Math.random(),
})
say(`${kills} kills: ${JSON.stringify(report)}`)
await host.close()

function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const [over, under] = points.reduce(
    ([a, b], [px, py]) => [a + (px - x) * (py - y), b + (px - x) ** 2],
    [0, 0],
  )
  return over / under
}
