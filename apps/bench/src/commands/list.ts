import { benchmarks, experiments, models, runtimes } from '../registry.ts'

/** `bench list`: everything that can be named. */
export function listCommand(): string {
  const sections: [string, string[]][] = [
    ['Experiments', Object.values(experiments).map(({ id, title }) => `${id.padEnd(14)}${title}`)],
    ['Benchmarks', Object.entries(benchmarks).map(([name, each]) => `${name.padEnd(14)}${each.description}`)],
    ['Runtimes', Object.keys(runtimes)],
    ['Models', Object.keys(models)],
  ]
  return sections
    .map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('\n')
}
