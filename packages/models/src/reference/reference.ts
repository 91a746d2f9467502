import {
  type Model,
  type ModelRequest,
  type ModelResponse,
  type Player,
  type PromptLayout,
  promptText,
  SkillStateError,
  type SummaryView,
} from '@skill-state/protocol'
import { viewCall } from './memory-file.ts'
import { parsePrompt } from './parse-prompt.ts'
import { parseSummaryRequest } from './read-context.ts'
import { renderReply, type WriteFacts } from './render-reply.ts'

/** Stands for an empty summary: an empty reply would be no summary at all. */
const NOTHING_TO_KEEP = 'Nothing.'

/**
 * A model that reads the prompt, lets the player decide on what it shows, and answers in the format that the
 * prompt asks for. Knows nothing but the prompt, and reads it by the layouts of the runtimes that may have built it.
 * Throws `unreadable-prompt` if it cannot find the prompt's parts, or if a prompt asks for a summary and the player
 * writes none.
 *
 * @example
 * ```ts
 * import { buildPrompt, promptLayout } from '@skill-state/core'
 * import { reference } from '@skill-state/models'
 *
 * const player = { decide: () => ({ reasoning: '', patch: {}, action: 'wait' }) }
 * const model = reference(player, [promptLayout])
 * const { text } = await model.generate({ prompt: buildPrompt({ instructions: 'Play.' }, {}, 'Go.') })
 * console.log(text.includes('"wait"')) // true
 * ```
 */
export function reference(player: Player, layouts: readonly PromptLayout[]): Model {
  return {
    id: 'reference',
    notice:
      'The model is a deterministic reader of the prompt, not a language model; its scores are those of this reader alone. It reads every result and error that a prompt shows, and guesses nothing: no upper bound in contexts that lack facts.',
    async generate({ prompt, signal }: ModelRequest): Promise<ModelResponse> {
      signal?.throwIfAborted()
      return {
        text: reading(player, promptText(prompt), layouts),
        finishReason: 'stop',
        usage: {},
        model: 'reference',
      }
    },
  }
}

/** The reply of the player to a prompt. `write` changes the facts that it writes down. */
export function reading(
  player: Player,
  prompt: string,
  layouts: readonly PromptLayout[],
  write?: WriteFacts,
): string {
  const request = findSummaryRequest(prompt, layouts)
  if (request === undefined) {
    const { view, format, patch } = parsePrompt(prompt, layouts)
    if (format === 'memory-calls' && view.state === undefined) return viewCall
    return renderReply(player.decide(view), format, { form: patch, state: view.state, write })
  }
  if (player.summarise !== undefined) return player.summarise(request) || NOTHING_TO_KEEP
  const message = 'the prompt asks for a summary, and the player of this benchmark has no summarise'
  throw new SkillStateError('unreadable-prompt', message)
}

function findSummaryRequest(prompt: string, layouts: readonly PromptLayout[]): SummaryView | undefined {
  for (const { summaryRequest } of layouts) {
    const request = summaryRequest && parseSummaryRequest(prompt, summaryRequest)
    if (request !== undefined) return request
  }
  return undefined
}
