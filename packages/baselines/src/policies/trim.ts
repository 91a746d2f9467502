import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts, maxPromptChars } from '../turns/options.ts'
import { runTurns } from '../turns/run-turns.ts'
import { transcriptLayout } from '../turns/transcript-prompt.ts'
import { type Library, library } from './_libraries.ts'
import { carryMessages, type Show } from './carry-messages.ts'

type Options = { attempts: number; maxPromptChars: number; follows: Library; window: number }

/** How each library trims. The AI SDK counts messages, so its window does not follow the budget. */
const trims: Readonly<Record<Library, (options: Pick<Options, 'window'>) => Promise<Show>>> = {
  async langchain() {
    const { trimMessages } = await library('langchain')
    return (messages, maxTokens) =>
      trimMessages({ maxTokens, strategy: 'last', startOn: ['human', 'ai'] }).show(messages)
  },
  async 'ai-sdk'({ window }) {
    const { pruneMessages } = await library('ai-sdk')
    return (messages) => pruneMessages({ toolCalls: `before-last-${window}-messages` }).show(messages)
  },
  async mastra() {
    const { limitTokens, isTripWire } = await library('mastra')
    return async (messages, limit) => {
      try {
        return await limitTokens({ limit, trimMode: 'contiguous' }).show(messages)
      } catch (error) {
        if (isTripWire(error)) return []
        throw error
      }
    }
  },
}

/**
 * The newest messages, by the installed library: LangChain's `trimMessages`, `pruneMessages` of the AI SDK, or Mastra's
 * `TokenLimiterProcessor`. If nothing fits, Mastra throws; here the newest observation is shown alone.
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
  prepare: async ({ follows }) => void (await library(follows)),
  async *run(input, { attempts, maxPromptChars, follows, window }) {
    const carrier = carryMessages(input.skill.instructions, maxPromptChars, await trims[follows]({ window }))
    yield* runTurns(input, carrier, { attempts })
  },
})
