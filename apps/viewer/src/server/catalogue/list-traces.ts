import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The traces of a run, ordered by name, as paths from the run's folder with `/` between names. A link is no trace: it
 * could lead out of the folder.
 */
export function listTraces(folder: string): readonly string[] {
  const root = join(folder, 'episodes')
  if (!existsSync(root)) return []
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((benchmark) =>
      readdirSync(join(root, benchmark), { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
        .map(({ name }) => `episodes/${benchmark}/${name}`)
        .sort(),
    )
}
