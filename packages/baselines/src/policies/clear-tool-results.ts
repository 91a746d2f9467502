import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts, maxPromptChars } from '../turns/options.ts'
import { runTurns } from '../turns/run-turns.ts'
import { transcriptLayout } from '../turns/transcript-prompt.ts'
import { library } from './_libraries.ts'
import { carryMessages } from './carry-messages.ts'

type Options = { attempts: number; maxPromptChars: number; keep: number; follows: keyof typeof placeholders }

/** What is in place a cleared result. Anthropic does not publish its text. */
const placeholders = {
  langchain: '[cleared]',
  anthropic: '[cleared]',
  inspect: '(Tool result removed)',
} as const

/**
 * Older tool results become a placeholder once the transcript passes the budget. LangChain's `ClearToolUsesEdit` decides, the
 * installed one; with the placeholder of Anthropic `clear_tool_uses_20250919` or Inspect `CompactionEdit`
 * (https://github.com/UKGovernmentBEIS/inspect_ai at 499e615). All keep 3 by default. They differ in the placeholder and in the
 * usual trigger (100,000 tokens; Inspect: 90 % of the context). Results of excluded tools use up kept places in LangChain and
 * not in Inspect; a runtime excludes none.
 */
export const clearToolResults: RuntimeRecord<Options> = defineRuntime<Options>({
  id: 'clear-tool-results',
  description: 'the transcript; above the budget, only the newest 3 observations and all replies',
  options: z.strictObject({
    attempts,
    maxPromptChars,
    keep: z.int().min(0).default(3),
    follows: z.enum(['langchain', 'anthropic', 'inspect']).default('langchain'),
  }),
  layout: transcriptLayout,
  ink: { light: '#7c3aed', dark: '#b794f6', dash: '6 2' },
  prepare: async () => void (await library('langchain')),
  async *run(input, { attempts, maxPromptChars, keep, follows }) {
    const { clearToolUses } = await library('langchain')
    const placeholder = placeholders[follows]
    const carrier = carryMessages(input.skill.instructions, maxPromptChars, (messages, tokens) =>
      clearToolUses({ trigger: { tokens }, keep: { messages: keep }, placeholder }).show(messages),
    )
    yield* runTurns(input, carrier, { attempts })
  },
})
