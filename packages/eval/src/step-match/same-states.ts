import { invalidRun } from '@skill-state/protocol'
import type { Trace } from '../trace/trace-file.ts'
import { type MatchLine, stepKey } from './match-line.ts'

/**
 * The answers, which must all be about states that the traces visit. Throws `invalid-run` for one that is not: then the
 * file belongs to another run, or the run was made anew.
 */
export function requireSameStates(
  file: string,
  answers: readonly MatchLine[],
  traces: Iterable<Trace>,
): readonly MatchLine[] {
  const visited = new Map<string, string>()
  for (const { episode, calls } of traces) {
    for (const { step, promptHash } of calls) {
      const key = stepKey({ ...episode, step })
      if (!visited.has(key)) visited.set(key, promptHash)
    }
  }
  const foreign = answers.find((line) => visited.get(stepKey(line)) !== line.promptHash)
  if (foreign === undefined) return answers
  const { task, runtime, step } = foreign
  throw invalidRun(
    `${file} is about another run: step ${step} of ${task} with ${runtime} was taken in another state; name the file of this run, or remove it`,
  )
}
