import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Trace, tracePath } from '@skill-state/eval'

/**
 * Writes a run of so many episodes: those of a real run, again and again under other names and with other scores, so that
 * sizes are real.
 */
export function writeLargeRun(source: string, out: string, episodes: number): void {
  const conditions = JSON.parse(readFileSync(join(source, 'run.json'), 'utf8'))
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'run.json'), JSON.stringify({ ...conditions, episodes }))
  const templates = readdirSync(join(source, 'episodes'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => readFileSync(join(source, 'episodes', file), 'utf8'))
    .sort((a, b) => a.length - b.length)
    .slice(0, 12)
  for (let index = 0; index < episodes; index += 1) {
    const [first = '', ...rest] = (templates[index % templates.length] ?? '').split('\n')
    const episode: Trace['episode'] = { ...JSON.parse(first), task: `task-${index}`, seed: index }
    const file = tracePath({ path: out, conditions }, episode)
    if (index === 0) mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, [JSON.stringify(episode), ...rest.map((line) => withScore(line, index))].join('\n'))
  }
}

/** The line of the end with another score. */
function withScore(line: string, index: number): string {
  if (!line.startsWith('{"kind":"end"')) return line
  const end = JSON.parse(line)
  return JSON.stringify({ ...end, outcome: { ...end.outcome, reward: ((index * 7919) % 101) / 100 } })
}
