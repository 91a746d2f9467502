// Whether steps, turns and the harness take as much CPU time as in another folder with sources, such as a worktree of a commit
// of the past. The two take turns in the same minutes, so that a slow spell of the machine meets both.
//
//   pnpm bench:against FOLDER [--with FOLDER] [--rounds 40]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { median, quantile } from 'simple-statistics'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    with: { type: 'string', default: join(import.meta.dirname, '../../../..') },
    rounds: { type: 'string', default: '40' },
  },
})
const [before] = positionals
if (before === undefined) throw new Error('name the folder to compare with: pnpm bench:against FOLDER')

const WARMUPS = 5
const processes = [await start(before), await start(values.with)] as const
for (const name of ['steps', 'turns', 'harness']) console.log(await compared(name, Number(values.rounds)))
for (const { child } of processes) child.kill()

async function start(folder: string): Promise<{ readonly child: ChildProcess }> {
  const args = ['--expose-gc', '--conditions=@skill-state/source']
  const child = fork(join(import.meta.dirname, 'worker.ts'), [resolve(folder)], { execArgv: args })
  await once(child, 'message')
  return { child }
}

async function timeOf(child: ChildProcess, name: string): Promise<number> {
  child.send(name)
  const [microseconds] = (await once(child, 'message')) as [number]
  return microseconds
}

/** The median of after / before, and the interval in which it lies with 95 %. */
async function compared(name: string, rounds: number): Promise<string> {
  const [{ child: old }, { child: now }] = processes
  const ratios: number[] = []
  for (let round = -WARMUPS; round < rounds; round += 1) {
    const isOldFirst = round % 2 === 0
    const first = await timeOf(isOldFirst ? old : now, name)
    const second = await timeOf(isOldFirst ? now : old, name)
    if (round >= 0) ratios.push(isOldFirst ? second / first : first / second)
  }
  // The number of ratios below their median is binomial: these ranks hold it with 95 %.
  const reach = 0.98 / Math.sqrt(rounds)
  const [low, high] = [0.5 - reach, 0.5 + reach].map((part) => quantile(ratios, part))
  const [middle, from, to] = [median(ratios), low, high].map(
    (ratio) => `${((Number(ratio) - 1) * 100).toFixed(1)} %`,
  )
  return `${name}: ${middle} (95 %: ${from} to ${to}) in ${rounds} rounds`
}
