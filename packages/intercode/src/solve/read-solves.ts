import { z } from 'zod'
import { check, invalidData, parseJson, readText } from '../data/parse.ts'

/** Commands that print the flag of a challenge. */
export interface Solve {
  readonly id: number
  /** Executed one after another, each by a bash of its own; `cd <path>` is a command of its own. */
  readonly commands: readonly string[]
}

const lineSchema = z.object({ task_id: z.int().nonnegative(), commands: z.array(z.string().min(1)).min(1) })

/** Reads a file with one `{ task_id, commands }` a line. Throws `invalid-data`. */
export function readSolves(file: string): readonly Solve[] {
  const solves = readText(file, 'a file of solves')
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : [readLine(line, `${JSON.stringify(file)}, line ${index + 1}`)],
    )
  if (solves.length === 0)
    throw invalidData(`${JSON.stringify(file)} contains no solve; expected one JSON object a line`)
  return solves
}

function readLine(line: string, where: string): Solve {
  const { task_id: id, commands } = check(lineSchema, parseJson(line, where), where)
  return { id, commands }
}
