import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What may be traces of a run, ordered by name, as paths from the run's folder with `/` between names. */
export function listTraces(folder: string): readonly string[] {
  const root = join(folder, 'episodes')
  if (!existsSync(root)) return []
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap(
      (benchmark) =>
        readdirSync(join(root, benchmark))
          .filter((name) => name.endsWith('.jsonl'))
          .sort()
          .map((name) => ['episodes', benchmark, name].join('/')), // one text, not a chain of its parts
    )
}
