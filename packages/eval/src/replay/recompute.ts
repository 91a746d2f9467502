import { promptText, SkillStateError, type Step } from '@skill-state/protocol'
import type { Trace } from '../trace/trace-file.ts'
import { type ReplayOptions, replayEpisode } from './replay-episode.ts'

/** What a trace leaves out, since it follows from what it holds. */
export interface Recomputed {
  /** The prompt of each call up to the last step, in the order of the calls: none of those of an unfinished step. */
  readonly prompts: readonly string[]
  /** The steps with their observations and states, in their order. */
  readonly steps: readonly Step[]
}

/**
 * Drives the runtime over a recorded episode and keeps what it builds. Throws `invalid-trace` if anything comes out
 * otherwise than recorded.
 */
export async function recompute(trace: Trace, options: ReplayOptions): Promise<Recomputed> {
  const prompts: string[] = []
  const steps: Step[] = []
  const { runtime } = options
  const [difference] = await replayEpisode(trace, {
    ...options,
    async *runtime({ model, ...input }) {
      const listening = {
        ...model,
        generate: (request: Parameters<typeof model.generate>[0]) => {
          prompts.push(promptText(request.prompt))
          return model.generate(request)
        },
      }
      for await (const step of runtime({ ...input, model: listening })) {
        steps.push(step)
        yield step
      }
    },
  })
  if (difference === undefined) return { prompts, steps }
  throw new SkillStateError(
    'invalid-trace',
    `${difference.where}: ${difference.what}; see bench replay, which lists all differences`,
  )
}
