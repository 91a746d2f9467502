import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A trace as it lies in the folder, unread. */
export interface TraceFile {
  /** From the run's folder, with `/` between names. */
  readonly file: string
  readonly bytes: number
  /** Changes when the file does. */
  readonly version: string
}

/** The traces of a run, ordered by name. A link is no trace: it could lead out of the folder. */
export function listTraces(folder: string): readonly TraceFile[] {
  const root = join(folder, 'episodes')
  if (!existsSync(root)) return []
  const benchmarks = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return benchmarks
    .flatMap(({ name }) => readdirSync(join(root, name), { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .flatMap(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found === undefined) return [] // removed in between
      const file = relative(folder, path).split(sep).join('/')
      return [{ file, bytes: found.size, version: `${found.size} ${found.mtimeMs}` }]
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}
