import type { Benchmark, Environment } from '@skill-state/protocol'
import type { Sandbox } from '@skill-state/sandbox'
import { intercode } from '../benchmark.ts'
import type { Challenge, Dataset } from '../data/challenge.ts'
import { readSolves, type Solve } from './read-solves.ts'

interface SolveOptions {
  readonly data: Dataset
  readonly solves: readonly Solve[]
  /** Default: the one that `findSandbox` finds. */
  readonly sandbox?: Sandbox | undefined
  readonly signal?: AbortSignal | undefined
}

/** Whether the commands of one solve led to reward 1. */
interface Solved {
  readonly id: number
  readonly scored: boolean
  /** Why not. */
  readonly why?: string | undefined
}

/**
 * Executes a file of solves, a line for each and one for all; whether every one scored. `open` is called once the file has
 * been read. Throws what `open` and the sandbox throw, and `invalid-data`.
 */
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

/**
 * Executes each solve's commands in the environment of its challenge, of whatever status, and submits what they
 * printed of the flag: only the host learns it. Throws what the data and the sandbox throw.
 */
async function* solve({
  data,
  solves,
  sandbox,
  signal,
}: SolveOptions): AsyncGenerator<Solved, void, undefined> {
  for (const { id, commands } of solves) {
    const challenge = data.challenges.find((each) => each.id === id)
    if (challenge === undefined) {
      yield { id, scored: false, why: 'the data has no such task' }
      continue
    }
    const benchmark = intercode({
      data: { name: data.name, challenges: [{ ...challenge, status: 'offline' }] },
      turns: commands.length + 1,
      characters: most,
      sandboxLimits: { keptBytes: most },
      sandbox,
    })
    yield { id, ...(await solveOne(challenge, { benchmark, commands, signal })) }
  }
}

interface Attempt {
  readonly benchmark: Benchmark
  readonly commands: readonly string[]
  readonly signal: AbortSignal | undefined
}

async function solveOne(
  challenge: Challenge,
  { benchmark, commands, signal }: Attempt,
): Promise<Omit<Solved, 'id'>> {
  for (const task of benchmark.tasks({ seeds: [0], horizons: [] })) {
    const environment = benchmark.open(task)
    try {
      await environment.reset({ seed: task.seed, signal })
      return await attempt(challenge, environment, { commands, signal })
    } finally {
      await environment.close()
    }
  }
  return { scored: false, why: 'the benchmark gave no task' }
}

async function attempt(
  { gold }: Challenge,
  environment: Environment,
  { commands, signal }: Omit<Attempt, 'benchmark'>,
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

/** `task 18: scored`. */
function formatSolved({ id, scored, why }: Solved): string {
  return `task ${id}: ${scored ? 'scored' : `not scored: ${why ?? 'unknown'}`}`
}
