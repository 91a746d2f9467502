/**
 * Kills Cloudflare's runtime at random instants while objects play turns, and plays many sessions at once.
 *
 *   node --conditions=@skill-state/source packages/cloudflare/scripts/measure-workerd.ts [kills 300] [sessions 1000]
 */
import { CountingWorld, killHost } from '@skill-state/agent/conformance'
import { openWorkerdHost, workerdProgram } from '../test/workerd-host.ts'

const [kills = 300, sessions = 1_000] = process.argv.slice(2).map(Number)
const program = workerdProgram()
if (program === undefined) throw new Error('npm has no runtime of Cloudflare for this machine')
const world = new CountingWorld()
const host = await openWorkerdHost(world, program)

if (sessions > 0) {
  const began = performance.now()
  const send = { send: 'A flight to Rome.', id: 'm' }
  await Promise.all(Array.from({ length: sessions }, (_, index) => host.tell(`ada-s${index}`, send, 'ada')))
  const ms = performance.now() - began
  process.stdout.write(
    `${sessions} sessions at once: ${(ms / 1_000).toFixed(1)} s, ${(ms / (3 * sessions)).toFixed(1)} ms a step\n`,
  )
}

world.before = () => new Promise((resolve) => setTimeout(resolve, 3))
world.deliveries.length = 0
world.effects.length = 0
const pause = (): number => 50 + 300 * Math.random()
const report = await killHost({ host, world, kills, kill: () => host.restart(), pause })
process.stdout.write(`${kills} kills: ${JSON.stringify(report)}\n`)
await host.close()
