// Whether steps, turns and the harness take as much CPU time as in another folder with sources, such as a worktree of a commit
// of the past. Two processes of the same sources differ by up to a quarter, since the compiler decides otherwise in each: so many
// pairs are compared, and the interval is that of pairs. The two of a pair take turns, so a slow spell of the machine meets both.
//
//   pnpm bench:against FOLDER [--pairs 40] [--rounds 10]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { median, quantileSorted } from 'simple-statistics'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string', default: '40' }, rounds: { type: 'string', default: '10' } },
})
const [before] = positionals
if (before === undefined) throw new Error('name the folder to compare with: pnpm bench:against FOLDER')

const WARMUPS = 3
const ratios = { steps: [] as number[], turns: [] as number[], harness: [] as number[] }
for (let pair = 0; pair < Number(values.pairs); pair += 1) {
  const [old, now] = [await start(before), await start(join(import.meta.dirname, '../../../..'))]
  for (const [name, found] of Object.entries(ratios)) found.push(await ratioOf(old, now, name))
  old.kill()
  now.kill()
}
for (const [name, found] of Object.entries(ratios)) console.log(summary(name, found))

async function start(folder: string): Promise<ChildProcess> {
  const args = ['--expose-gc', '--conditions=@skill-state/source']
  const child = fork(join(import.meta.dirname, 'worker.ts'), [resolve(folder)], { execArgv: args })
  await once(child, 'message')
  return child
}

/** The median of now / old over the rounds of one pair. */
async function ratioOf(old: ChildProcess, now: ChildProcess, name: string): Promise<number> {
  const found: number[] = []
  for (let round = -WARMUPS; round < Number(values.rounds); round += 1) {
    const times = new Map<ChildProcess, number>()
    for (const child of round % 2 === 0 ? [old, now] : [now, old]) {
      child.send(name)
      const [microseconds] = (await once(child, 'message')) as [number]
      times.set(child, microseconds)
    }
    if (round >= 0) found.push((times.get(now) ?? Number.NaN) / (times.get(old) ?? Number.NaN))
  }
  return median(found)
}

/** The median of the pairs, and the interval in which it lies with 95 %. */
function summary(name: string, found: readonly number[]): string {
  // The number of ratios below their median is binomial: these ranks hold it with 95 %.
  const reach = Math.min(0.5, 0.98 / Math.sqrt(found.length))
  const sorted = found.toSorted((one, other) => one - other)
  const [middle, from, to] = [0.5, 0.5 - reach, 0.5 + reach].map(
    (rank) => `${((quantileSorted(sorted, rank) - 1) * 100).toFixed(1)} %`,
  )
  return `${name}: ${middle} (95 %: ${from} to ${to}) in ${found.length} pairs`
}
