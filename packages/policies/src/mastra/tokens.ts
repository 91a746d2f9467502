import { estimateTokenCount } from 'tokenx'
import { type ModelMessage, partsOf } from '../ai-sdk/model-message.ts'

/** What Mastra adds for a whole request. */
export const TOKENS_PER_REQUEST = 24
const TOKENS_PER_MESSAGE = 3.8
/** What Mastra takes off for each argument and result that it writes as JSON. */
const TOKENS_OF_JSON = 12

/** Tokens of a prompt's message as Mastra 1.71.0 estimates them: never rounded, parts joined without a separator. */
export function mastraTokens(message: ModelMessage): number {
  let text: string = message.role
  let json = 0
  const addJson = (value: unknown): void => {
    text += JSON.stringify(value)
    json++
  }
  for (const part of partsOf(message)) {
    if (part.type === 'text' || part.type === 'reasoning') text += part.text
    else if (part.type === 'tool-call') {
      text += part.toolName
      if (typeof part.input === 'string') text += part.input
      else if (part.input !== undefined) addJson(part.input)
    } else if (part.type === 'tool-result') {
      const { type, value } = part.output
      if (type === 'text' || type === 'error-text') text += value
      else addJson(value)
    }
  }
  // In this order: sums of floats depend on it.
  return estimateTokenCount(text) + (TOKENS_PER_MESSAGE - TOKENS_OF_JSON * json)
}
