import type { ChatWrapper, LlamaModel } from './_library.ts'

/** A prompt as the model reads it. */
export interface ChatPrompt {
  readonly tokens: readonly number[]
  /** Texts that end the reply, beside the tokens that do. */
  readonly stops: readonly string[]
}

/**
 * A prompt as the one message of a user, in the model's own chat template. What the prompt says is text and nothing
 * else, also where it looks like a mark of the template.
 */
export function chatPrompt(model: LlamaModel, wrapper: ChatWrapper, prompt: string): ChatPrompt {
  const { contextText, stopGenerationTriggers } = wrapper.generateContextState({
    chatHistory: [
      { type: 'user', text: prompt },
      { type: 'model', response: [''] },
    ],
  })
  const triggers = stopGenerationTriggers.map((trigger) => trigger.tokenize(model.tokenizer))
  const texts = triggers.filter(([first]) => first !== undefined && !model.isEogToken(first))
  return {
    tokens: contextText.tokenize(model.tokenizer),
    stops: texts.map((tokens) => model.detokenize(tokens, true)),
  }
}
