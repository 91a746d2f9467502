/**
 * Kills a durable host at random instants while sessions play turns, cuts its parts off from each other, or lets the clock of its
 * workers jump. Ends with an error if an effect is missing or was done twice, if turns overlapped, or if a journal is damaged.
 *
 *   pnpm hosts:kills restate|workerd|postgres [--kills 300] [--cut 30] [--clock]
 *
 * `--cut` is a partition of so many seconds, `--clock` needs a C compiler (`cc`).
 */
import { parseArgs } from 'node:util'
import { CountingWorld, killHost } from '../../packages/agent/src/conformance/index.ts'
import { clockThatJumps } from './_clock.ts'
import { HOSTS } from './_open.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '300' },
    cut: { type: 'string' },
    clock: { type: 'boolean', default: false },
  },
})
const open = HOSTS[positionals[0] ?? '']
if (open === undefined) throw new Error(`name a host: ${Object.keys(HOSTS).join(', ')}`)
if (values.clock) process.env.LD_PRELOAD = clockThatJumps() // the programs that are started now have it
const world = new CountingWorld()
world.before = () => new Promise((resolve) => setTimeout(resolve, 3))
const { host, kill, patienceMs } = await open(world)
delete process.env.LD_PRELOAD

const isKilled = values.cut === undefined
const report = await killHost({
  host,
  world,
  kills: isKilled ? Number(values.kills) : 1,
  kill: (time) => (isKilled ? kill(time) : (host.cut?.(1_000 * Number(values.cut)) ?? Promise.resolve())),
  pause: () => (isKilled ? 100 + Math.random() * patienceMs : 2_000),
})
const what = isKilled ? `${values.kills} kills` : `a partition of ${values.cut} s`
const clock = values.clock ? ', under a clock that jumps' : ''
process.stdout.write(`${positionals[0]}: ${what}${clock}: ${JSON.stringify(report)}\n`)
await host.close()
