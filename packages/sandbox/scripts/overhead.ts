/**
 * What a command in an open session costs beyond the same command by a bare `bash -c` of this machine. The
 * two are run in turn, so that other load meets both alike.
 *
 *   node --conditions=@skill-state/source packages/sandbox/scripts/overhead.ts [rounds]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findSandbox } from '@skill-state/sandbox'

const targetMs = 10
const rounds = Number(process.argv[2] ?? 200)
const command = 'echo hello'

const sandbox = await findSandbox()
const opening = await timed(async () => (await sandbox.open({ folder: '/ctf/0', files: [] })).close())
const session = await sandbox.open({ folder: '/ctf/0', files: [] })
const inside: number[] = []
const bare: number[] = []
for (let round = 0; round < rounds; round++) {
  inside.push(await timed(() => session.exec(command, { cwd: '/ctf/0', timeoutMs: 10_000 })))
  bare.push(await timed(runBare))
}
await session.close()

const overhead = median(inside) - median(bare)
const ratio = (overhead / targetMs).toFixed(2)
console.log(`${sandbox.id}: ${rounds} rounds of: ${command}`)
console.log(`in an open session ${ms(median(inside))}, bare bash -c ${ms(median(bare))} (medians)`)
console.log(`overhead ${ms(overhead)}, target at most ${ms(targetMs)}, ratio ${ratio}`)
console.log(`a session opened and closed once: ${ms(opening)}`)
process.exitCode = overhead <= targetMs ? 0 : 1

async function runBare(): Promise<void> {
  const child = spawn('/bin/bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  await once(child, 'close')
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}
