import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import { z } from 'zod'

/** Names the runs that a folder is to hold, each in a folder of its own. */
const ROOT_FILE = 'runs.json'

/** The page with all of their reports. */
export const ROOT_PAGE = 'report.html'

const schema = z.strictObject({ experiments: z.array(z.string()) })

/** Says whether runs of these experiments may be put into the folder. Writes nothing; throws `invalid-run`. */
export function checkRootFolder(path: string, experiments: readonly string[]): void {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) throw refuse(`${path} is a file, not a folder`)
  const own = [...experiments, ...[ROOT_FILE, ROOT_PAGE].flatMap((name) => [name, `${name}.tmp`])]
  const names = readdirSync(path)
  if (names.includes('run.json')) throw refuse(`${path} holds the run of one experiment`)
  const foreign = names.find((name) => !own.includes(name))
  if (foreign !== undefined) throw refuse(`${path} holds ${foreign}, which is none of the experiments' runs`)
}

/** Writes down which runs the folder will hold, so that a reader can tell when one is missing. */
export function openRootFolder(path: string, experiments: readonly string[]): void {
  checkRootFolder(path, experiments)
  mkdirSync(path, { recursive: true })
  writeWhole(join(path, ROOT_FILE), `${JSON.stringify({ experiments }, undefined, 2)}\n`)
}

/** The runs that the folder is to hold; none where it names none. Throws `invalid-run`. */
export function plannedRuns(path: string): readonly string[] {
  const file = join(path, ROOT_FILE)
  if (!existsSync(file)) return []
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8'))).experiments
  } catch (cause) {
    const message = `${file} does not name experiments; write it anew with bench run all`
    throw new SkillStateError('invalid-run', message, { cause })
  }
}

function refuse(reason: string): SkillStateError {
  return new SkillStateError('invalid-run', `${reason}; choose a new folder with --out`)
}
