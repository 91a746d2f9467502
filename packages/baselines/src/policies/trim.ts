import {
  limitTokens,
  type ModelMessage,
  type PolicyMessage,
  pruneMessages,
  TripWire,
  toModelMessages,
  trimMessages,
} from '@skill-state/policies'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts, maxPromptChars } from '../turns/options.ts'
import { runTurns } from '../turns/run-turns.ts'
import { transcriptLayout } from '../turns/transcript-prompt.ts'
import { carryMessages, type Show } from './carry-messages.ts'

type Options = { attempts: number; maxPromptChars: number; follows: Library; window: number }

type Library = 'langchain' | 'ai-sdk' | 'mastra'

/** How each library trims. The AI SDK counts messages, so its window does not follow the budget. */
const trims: Readonly<Record<Library, (options: Pick<Options, 'window'>) => Show>> = {
  langchain: () => (messages, tokens) =>
    trimMessages(messages, { maxTokens: tokens, strategy: 'last', startOn: ['human', 'ai'] }).shown.filter(
      (message) => message !== undefined,
    ),
  'ai-sdk':
    ({ window }) =>
    (messages) =>
      pruneMessages(toModelMessages(messages), { toolCalls: `before-last-${window}-messages` }).map(plain),
  mastra: () => (messages, tokens) => {
    try {
      return limitTokens(toModelMessages(messages), { limit: tokens, trimMode: 'contiguous' }).map(plain)
    } catch (error) {
      if (error instanceof TripWire) return []
      throw error
    }
  },
}

/**
 * The newest messages: LangChain `trimMessages` (@langchain/core 1.4.0, https://github.com/langchain-ai/langchainjs), AI SDK
 * `pruneMessages` (7.0.173, https://github.com/vercel/ai), Mastra `TokenLimiterProcessor` (1.71.0,
 * https://github.com/mastra-ai/mastra). If nothing fits, Mastra throws; here the newest observation is shown alone.
 */
export const trim: RuntimeRecord<Options> = defineRuntime<Options>({
  id: 'trim',
  description: 'the newest messages within the budget, as LangChain, the AI SDK or Mastra trims',
  options: z.strictObject({
    attempts,
    maxPromptChars,
    follows: z.enum(['langchain', 'ai-sdk', 'mastra']).default('langchain'),
    window: z.int().min(1).default(6).describe('messages whose calls the AI SDK keeps.'),
  }),
  layout: transcriptLayout,
  ink: { light: '#0369a1', dash: '1 3', dark: '#7cc4f5' },
  run: (input, { attempts, maxPromptChars, follows, window }) => {
    const carrier = carryMessages(input.skill.instructions, maxPromptChars, trims[follows]({ window }))
    return runTurns(input, carrier, { attempts })
  },
})

function plain({ role, content }: ModelMessage): PolicyMessage {
  if (typeof content === 'string') return { role, content }
  const texts = content.map((part) => {
    if (part.type === 'tool-result') return typeof part.output.value === 'string' ? part.output.value : ''
    return part.type === 'text' ? part.text : ''
  })
  return { role, content: texts.join('') }
}
