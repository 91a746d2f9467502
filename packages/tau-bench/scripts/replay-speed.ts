/**
 * How long it takes to replay the ground truth of both domains' test tasks on one core, the data loaded once: each task's
 * calls on a fresh database and the official hash of what they lead to.
 *
 *   node --conditions=@skill-state/source packages/tau-bench/scripts/replay-speed.ts DATA [rounds]
 *
 * DATA is a checkout of sierra-research/tau-bench, or a folder with the same parts as JSON.
 */
import { type Domain, loadDomain } from '../src/data/load-domain.ts'
import { replayTask } from '../src/evaluator/replay-task.ts'
import { officialHash } from '../src/hash/database-hash.ts'

const targetSeconds = 10
const [data, rounds = '5'] = process.argv.slice(2)
if (data === undefined) throw new Error('name the folder of the data')

const started = performance.now()
const domains = (['retail', 'airline'] as const).map((name) => loadDomain(data, name, 'test'))
const loading = secondsSince(started)
const times = Array.from({ length: Number(rounds) }, () => timed(() => domains.forEach(replayAll)))

const [first = Number.NaN] = times
const worst = Math.max(...times)
const tasks = domains.map(({ name, tasks: { length } }) => `${name} ${length}`).join(', ')
console.log(`${tasks} tasks, ${times.length} rounds; loaded once in ${loading.toFixed(2)} s`)
console.log(
  `first round ${first.toFixed(2)} s, best ${Math.min(...times).toFixed(2)} s, worst ${worst.toFixed(2)} s`,
)
console.log(`target ${targetSeconds} s, ratio of the worst ${(worst / targetSeconds).toFixed(3)}`)
process.exitCode = worst <= targetSeconds ? 0 : 1

function replayAll(domain: Domain): void {
  for (const task of domain.tasks) officialHash(replayTask(domain, task).database)
}

function timed(act: () => void): number {
  const start = performance.now()
  act()
  return secondsSince(start)
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
