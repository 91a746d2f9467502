import { createHash } from 'node:crypto'
import type { JsonObject, Model, Task } from '@skill-state/protocol'
import type { Limits } from '@skill-state/protocol/meter'
import type { Conditions } from './conditions.ts'

/** Everything that could change an episode. */
export interface EpisodeContent {
  readonly benchmark: Conditions['series'][number]['benchmark']
  /** What the benchmark was made of, if that is more than its name says. */
  readonly options?: JsonObject | undefined
  readonly task: Task
  readonly runtime: { readonly id: string; readonly options: JsonObject }
  readonly model: Pick<Model, 'id' | 'settings' | 'capabilities'> & { readonly name: string }
  readonly budget: Limits
  readonly tokenizer: string
}

/**
 * SHA-256 of the content as one line of JSON, its fields in the order that `docs/trace-format.md` names. The keys inside
 * keep the order in which they were set, because prompts show a state's keys in it. The benchmark, which is most of the
 * text, is written and hashed once for all of its episodes.
 */
export function episodeIds({
  benchmark,
  options,
}: Pick<EpisodeContent, 'benchmark' | 'options'>): (
  rest: Omit<EpisodeContent, 'benchmark' | 'options'>,
) => string {
  const head = createHash('sha256').update(JSON.stringify({ benchmark, options }).slice(0, -1))
  return ({ task, runtime, model, budget, tokenizer }) => {
    const rest = JSON.stringify({
      task: {
        id: task.id,
        seed: task.seed,
        problem: task.problem,
        variant: task.variant,
        horizon: task.horizon,
        instructions: task.instructions,
        parameters: task.parameters,
      },
      runtime: { id: runtime.id, options: runtime.options },
      model: {
        name: model.name,
        id: model.id,
        settings: model.settings,
        maxOutputTokens: model.capabilities?.maxOutputTokens,
      },
      budget: { steps: budget.steps, tokens: budget.tokens },
      tokenizer,
    })
    return head
      .copy()
      .update(`,${rest.slice(1)}`)
      .digest('hex')
  }
}
