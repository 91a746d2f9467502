// Whether steps, turns and the harness take as much CPU time as in another folder with sources, such as a worktree of a commit
// of the past. Two processes of the same sources differ by up to a quarter, since the compiler decides otherwise in each: so many
// pairs are compared, and the interval is that of pairs. The two of a pair take turns, so a slow spell of the machine meets both.
//
//   pnpm bench:against FOLDER [--pairs 40] [--rounds 10]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { median, quantile } from 'simple-statistics'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '10' },
  },
})
const [before] = positionals
if (before === undefined) throw new Error('name the folder to compare with: pnpm bench:against FOLDER')

const WARMUPS = 3
const WORKS = ['steps', 'turns', 'harness'] as const
const ratios = new Map<string, number[]>(WORKS.map((name) => [name, []]))
for (let pair = 0; pair < Number(values.pairs); pair += 1) {
  const old = await start(before)
  const now = await start(join(import.meta.dirname, '../../../..'))
  for (const name of WORKS) ratios.get(name)?.push(await ratioOf(old, now, name, Number(values.rounds)))
  old.kill()
  now.kill()
}
for (const [name, all] of ratios) console.log(summary(name, all))

async function start(folder: string): Promise<ChildProcess> {
  const args = ['--expose-gc', '--conditions=@skill-state/source']
  const child = fork(join(import.meta.dirname, 'worker.ts'), [resolve(folder)], { execArgv: args })
  await once(child, 'message')
  return child
}

async function timeOf(child: ChildProcess, name: string): Promise<number> {
  child.send(name)
  const [microseconds] = (await once(child, 'message')) as [number]
  return microseconds
}

/** The median of now / old over the rounds of one pair. */
async function ratioOf(old: ChildProcess, now: ChildProcess, name: string, rounds: number): Promise<number> {
  const found: number[] = []
  for (let round = -WARMUPS; round < rounds; round += 1) {
    const isOldFirst = round % 2 === 0
    const first = await timeOf(isOldFirst ? old : now, name)
    const second = await timeOf(isOldFirst ? now : old, name)
    if (round >= 0) found.push(isOldFirst ? second / first : first / second)
  }
  return median(found)
}

/** The median of the pairs, and the interval in which it lies with 95 %. */
function summary(name: string, all: readonly number[]): string {
  // The number of ratios below their median is binomial: these ranks hold it with 95 %.
  const reach = 0.98 / Math.sqrt(all.length)
  const ranks = [0.5, 0.5 - reach, 0.5 + reach].map((part) => Math.min(Math.max(part, 0), 1))
  const [middle, from, to] = ranks.map((rank) => `${((quantile([...all], rank) - 1) * 100).toFixed(1)} %`)
  return `${name}: ${middle} (95 %: ${from} to ${to}) in ${all.length} pairs`
}
