// Prints the table of the guides: npx -y pnpm@12.21.0 booking [TURNS] [VERSION…]
// What the state costs beside the framework: npx -y pnpm@12.21.0 bench:perf --only overhead-ai-sdk
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Measured, measure } from './measure.ts'
import { VERSIONS } from './version.ts'

const [turnsText = '1000', ...names] = process.argv.slice(2)

if (turnsText === '--one') {
  const [name = '', turns] = names
  process.stdout.write(JSON.stringify(await measure(name, Number(turns))))
} else {
  const turns = Number(turnsText)
  const versions = names.length === 0 ? Object.keys(VERSIONS) : names
  const measured = versions.map((name) => inProcess(name, turns))
  const same = (part: keyof Measured): boolean =>
    new Set(measured.filter((each) => each[part] !== undefined).map((each) => JSON.stringify(each[part])))
      .size === 1
  console.log(table(measured, turns))
  for (const part of ['calls', 'replies', 'state'] as const)
    console.log(`same ${part}: ${same(part) ? 'yes' : 'NO'}`)
  if (!same('calls') || !same('replies') || !same('state')) process.exitCode = 1
}

/** Each version in a process of its own, so that none pays for another one. */
function inProcess(name: string, turns: number): Measured {
  const args = ['--conditions=@skill-state/source', fileURLToPath(import.meta.url), '--one', name, `${turns}`]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 }))
}

function table(measured: readonly Measured[], turns: number): string {
  const places = [10, 100, 200, 1_000].filter((place) => place <= turns)
  const header = [
    'version',
    'lines',
    ...places.map((place) => `prompt at ${place}`),
    ...places.map((place) => `ms a step to ${place}`),
  ]
  const rows = measured.map(({ version, lines, prompts, cpu }) => [
    version,
    `${lines}`,
    ...places.map((place) => Math.max(...prompts.slice(place - 4, place)).toLocaleString('en')),
    ...places.map((place) => (cpu[place - 1] ?? 0).toFixed(2)),
  ])
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
