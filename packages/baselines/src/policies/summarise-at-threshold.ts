import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { buildMemoryPrompt, memoryLayout } from '../summary/memory-prompt.ts'
import { runMemory } from '../summary/run-memory.ts'
import { attempts, maxPromptChars } from '../turns/options.ts'
import { library } from './_libraries.ts'
import { messagesOf, tokensIn } from './carry-messages.ts'

type Options = {
  attempts: number
  maxPromptChars: number
  follows: keyof typeof kept
  keep?: number | undefined
}

const kept = { langchain: 20, anthropic: 0, inspect: 0 } as const

/**
 * Once the prompt passes the budget, a summary by the same model takes the place of older turns: LangChain's
 * `summarizationMiddleware`, the installed one (keeps 20 messages), the client-side compaction of
 * Anthropic's SDK (https://github.com/anthropics/anthropic-sdk-typescript at 4440ae1, gone in 1.11.0; keeps none) and Inspect
 * `CompactionSummary` (https://github.com/UKGovernmentBEIS/inspect_ai at 499e615; keeps the task alone, which the
 * instructions hold here). The cut is LangChain's; the request for the summary is the one of the runtime `memory`, so that
 * runtimes differ in what they keep and not in words.
 */
export const summariseAtThreshold: RuntimeRecord<Options> = defineRuntime<Options>({
  id: 'summarise-at-threshold',
  description: 'the transcript; above the budget, a summary in the place of older turns',
  options: z.strictObject({
    attempts,
    maxPromptChars,
    follows: z.enum(['langchain', 'anthropic', 'inspect']).default('langchain'),
    keep: z.int().min(0).optional().describe('messages that stay. Default: as the library that it follows.'),
  }),
  layout: memoryLayout,
  ink: { light: '#b45309', dark: '#f0b35a', dash: '8 3' },
  prepare: async () => void (await library('langchain')),
  async *run(input, { attempts, maxPromptChars, follows, keep = kept[follows] }) {
    const { summarizeMessages } = await library('langchain')
    yield* runMemory(input, {
      attempts,
      leaving: async ({ summary, turns }, observation) => {
        const always = buildMemoryPrompt(input.skill.instructions, { summary: '', turns: [] }, observation)
        const room = maxPromptChars - always.length + observation.length
        const messages = messagesOf(turns, observation)
        const carried = summary === '' ? messages : [{ role: 'user', content: summary } as const, ...messages]
        const policy = summarizeMessages({
          trigger: { tokens: tokensIn(room) },
          keep: { messages: keep },
          summarize: () => '',
        })
        const shown = await policy.show(carried)
        return turns.length - shown.filter(({ role }) => role === 'assistant').length
      },
    })
  },
})
