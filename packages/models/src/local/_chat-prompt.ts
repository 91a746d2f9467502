import { invalidOption, type Message, type Prompt } from '@skill-state/protocol'
import type { ChatItem, ChatWrapper, LlamaModel } from './_library.ts'

export interface ChatPrompt {
  readonly tokens: readonly number[]
  /** Texts that end the reply, beside the tokens that do. */
  readonly stops: readonly string[]
}

/** A prompt in the model's own chat template; a text is one message of a user. What it says never counts as a mark of the template. */
export function chatPrompt(model: LlamaModel, wrapper: ChatWrapper, prompt: Prompt): ChatPrompt {
  const messages: readonly Message[] = typeof prompt === 'string' ? [{ role: 'user', text: prompt }] : prompt
  const { contextText, stopGenerationTriggers } = wrapper.generateContextState({
    chatHistory: [...messages.map(chatItem), { type: 'model', response: [''] }],
  })
  const triggers = stopGenerationTriggers.map((trigger) => trigger.tokenize(model.tokenizer))
  const texts = triggers.filter(([first]) => first !== undefined && !model.isEogToken(first))
  return {
    tokens: contextText.tokenize(model.tokenizer),
    stops: texts.map((tokens) => model.detokenize(tokens, true)),
  }
}

function chatItem(message: Message): ChatItem {
  const { role, text } = message
  if (role === 'system' || role === 'user') return { type: role, text }
  if (role === 'assistant' && message.calls === undefined) return { type: 'model', response: [text] }
  throw invalidOption('a local model takes no calls of tools: send texts')
}
