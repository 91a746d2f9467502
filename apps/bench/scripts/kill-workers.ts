// Runs a suite on workers that share a Postgres of its own (or that of DATABASE_URL), kills a random one every two
// seconds, pauses one beyond its claims, restarts the server, and compares what came out with a run on one machine.
//
//   pnpm kill:workers [--episodes 500] [--horizon 50] [--workers 4] [--kills 1000] [--every 2000] [--seed 1]
import { parseArgs } from 'node:util'
import { startTestServer } from '@skill-state/postgres/testing'
import { randomNumbers } from '@skill-state/protocol/conformance'
import { tormentWorkers } from '../test/fleet/kill-workers.ts'

const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '500' },
    horizon: { type: 'string', default: '50' },
    workers: { type: 'string', default: '4' },
    kills: { type: 'string', default: '1000' },
    every: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
})
await using server = await startTestServer()
const { faults, seconds, ...figures } = await tormentWorkers(server, {
  workers: Number(values.workers),
  episodes: Number(values.episodes),
  horizon: Number(values.horizon),
  killEveryMs: Number(values.every),
  maxKills: Number(values.kills),
  pauseMs: 25_000,
  random: randomNumbers(Number(values.seed)),
})
const verdict = faults.length === 0 ? 'everything as on one machine' : faults.join('; ')
process.stdout.write(
  `${figures.kills} kills, 1 pause, ${figures.restarts} restarts of the server in ${seconds.toFixed(0)} s: ${figures.needed} calls needed, ${figures.extra} more made, at most ${figures.allowed} in flight: ${verdict}\n`,
)
if (faults.length > 0) process.exitCode = 1
