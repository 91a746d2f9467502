import type { Model, ModelRequest, ModelResponse, Player } from '@skill-state/protocol'
import { parsePrompt } from './parse-prompt.ts'
import { renderReply } from './render-reply.ts'

/**
 * A model that reads the prompt, lets the player decide on what it shows, and answers in the format that the
 * prompt asks for. Knows nothing but the prompt. Throws `unreadable-prompt` where it cannot find its parts.
 */
export function reference(player: Player): Model {
  return {
    id: 'reference',
    notice:
      'The model is a deterministic reader of the prompt, not a language model; its scores are a ceiling.',
    async generate({ prompt, signal }: ModelRequest): Promise<ModelResponse> {
      signal?.throwIfAborted()
      const { view, format } = parsePrompt(prompt)
      const text = renderReply(player.decide(view), format)
      return { text, finishReason: 'stop', usage: {}, model: 'reference' }
    },
  }
}
