import type { Reply } from '../evaluator/episode.ts'
import type { Evaluation } from '../evaluator/evaluation.ts'

/** What the agent saw, or nothing where Python raised. */
export function observationOf(reply: Reply): string | undefined {
  return reply.kind === 'raised' ? undefined : reply.observation
}

/** The verdict, where the step ended the episode. */
export function evaluationOf(reply: Reply | undefined): Evaluation | undefined {
  return reply?.kind === 'ended' ? reply.evaluation : undefined
}
