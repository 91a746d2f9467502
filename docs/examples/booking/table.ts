// Prints the table of the guides: npx -y pnpm@12.21.0 booking [TURNS] [VERSION…]
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
  console.log(
    `\noverhead of the framework's version over the agent alone, as a share of the framework before:`,
  )
  for (const line of overheads(measured)) console.log(line)
  for (const part of ['calls', 'replies', 'state'] as const)
    console.log(`same ${part}: ${same(part) ? 'yes' : 'NO'}`)
  if (!same('calls') || !same('replies') || !same('state')) process.exitCode = 1
}

/** (With a state − agent alone) ÷ before, per step over the whole run: at most 1 if the state costs no more than the framework. */
function overheads(measured: readonly Measured[]): readonly string[] {
  const cost = (name: string): number | undefined =>
    measured.find(({ version }) => version === name)?.cpu.at(-1)
  return measured.flatMap(({ version }) => {
    const [own, alone, before] = [cost(version), cost('agent'), cost(`${version}-raw`)]
    if (own === undefined || alone === undefined || before === undefined) return []
    return [`${version}: ${((own - alone) / before).toFixed(2)}`]
  })
}

/** Each version in a process of its own, so that none pays for another one. */
function inProcess(name: string, turns: number): Measured {
  const args = ['--conditions=@skill-state/source', fileURLToPath(import.meta.url), '--one', name, `${turns}`]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 })) as Measured
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
