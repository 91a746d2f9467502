import { providerTable } from '@skill-state/models'
import { benchmarks, experiments, families, models, runtimes } from '../registry.ts'

/** `bench list`: everything that can be named. */
export function listCommand(): string {
  const sections: [string, string[]][] = [
    [
      'Experiments',
      table([...Object.values(experiments), ...Object.values(families)].map(({ id, title }) => [id, title])),
    ],
    ['Benchmarks', table(Object.entries(benchmarks).map(([name, { description }]) => [name, description]))],
    ['Runtimes', Object.keys(runtimes)],
    [
      'Models',
      [
        ...Object.keys(models),
        'replay:DIR',
        'local:FILE.gguf',
        ...Object.keys(providerTable).map((name) => `${name}:MODEL`),
      ],
    ],
  ]
  return sections
    .map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('\n')
}

/** Names and what they mean, one below the other. */
function table(rows: readonly (readonly [name: string, meaning: string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `${name.padEnd(width)}  ${meaning}`)
}
