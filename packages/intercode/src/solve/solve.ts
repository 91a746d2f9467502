import type { Environment } from '@skill-state/protocol'
import type { Sandbox } from '@skill-state/sandbox'
import { z } from 'zod'
import { findOnce } from '../benchmark.ts'
import type { Challenge, Dataset } from '../data/challenge.ts'
import { check, invalidData, parseJson, readText } from '../data/parse.ts'
import { openEnvironment } from '../episode/environment.ts'
import { fixedMode } from '../fixed/fixed-mode.ts'

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

interface SolveOptions {
  readonly data: Dataset
  readonly solves: readonly Solve[]
  readonly sandbox?: Sandbox | undefined
  readonly signal?: AbortSignal | undefined
}

interface Solved {
  readonly id: number
  readonly scored: boolean
  readonly why?: string | undefined
}

/** Executes a file of solves; whether every one scored. Throws what `open` and the sandbox throw, and `invalid-data`. */
export async function solveFile(
  file: string,
  open: () => Promise<Omit<SolveOptions, 'solves'>>,
  onLine: (line: string) => void,
): Promise<boolean> {
  const solves = readSolves(file)
  const options = await open()
  let scored = 0
  for await (const solved of solve({ ...options, solves })) {
    scored += Number(solved.scored)
    onLine(formatSolved(solved))
  }
  onLine(`${scored} of ${solves.length} tasks scored`)
  return scored === solves.length
}

/** Room for everything that a solve prints. */
const most = 2 ** 22

/** Executes each solve in the environment of its challenge, of whatever status, and submits what it printed of the flag. */
async function* solve({
  data,
  solves,
  signal,
  ...given
}: SolveOptions): AsyncGenerator<Solved, void, undefined> {
  const sandbox = findOnce(given.sandbox)
  for (const { id, commands } of solves) {
    const challenge = data.challenges.find((each) => each.id === id)
    if (challenge === undefined) {
      yield { id, scored: false, why: 'the data has no such task' }
      continue
    }
    const limits = { ...fixedMode.limits, turns: commands.length + 1, characters: most }
    const sandboxLimits = { keptBytes: most }
    const environment = openEnvironment({ challenge, sandbox, sandboxLimits, mode: fixedMode, limits })
    try {
      await environment.reset({ seed: 0, signal })
      yield { id, ...(await attempt(challenge, environment, commands, signal)) }
    } finally {
      await environment.close()
    }
  }
}

async function attempt(
  { gold }: Challenge,
  environment: Environment,
  commands: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Omit<Solved, 'id'>> {
  let flag: string | undefined
  for (const command of commands) {
    const { text, done } = await environment.step(command, signal && { signal })
    flag ??= gold.findIn(text)
    if (done) return { scored: false, why: `the episode ended at ${JSON.stringify(command)}` }
  }
  if (flag === undefined) return { scored: false, why: 'no command printed the flag' }
  await environment.step(`submit ${flag}`, signal && { signal })
  const { reward } = await environment.outcome()
  return reward === 1 ? { scored: true } : { scored: false, why: 'the flag that was printed is refused' }
}

function formatSolved({ id, scored, why }: Solved): string {
  return `task ${id}: ${scored ? 'scored' : `not scored: ${why ?? 'unknown'}`}`
}
