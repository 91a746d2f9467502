// Kills `bench run` at random instants, as often as asked, and starts it again until its suites end; then checks that
// no call on record was paid for again, that no reader stumbles, and that the runs are replayed to every figure.
//
//   node --conditions=@skill-state/source apps/bench/scripts/kill-suite.ts [--kills 100] [--seeds 40] [--seed 1]
import { parseArgs } from 'node:util'
import { randomNumbers } from '@skill-state/protocol/conformance'
import { tormentSuites } from '../test/fleet/kill-suite.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seeds: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
})
const { faults, ...figures } = await tormentSuites({
  kills: Number(values.kills),
  seeds: Number(values.seeds),
  random: randomNumbers(Number(values.seed)),
})
const verdict =
  faults.length === 0 ? 'each kill cost at most the calls in flight, each once' : faults.join('; ')
process.stdout.write(
  `${figures.kills} kills in ${figures.suites} suites: ${figures.needed} calls needed, ${figures.extra} more paid for: ${verdict}\n`,
)
if (faults.length > 0) process.exitCode = 1
