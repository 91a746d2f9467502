import type { StepAnswer } from '@skill-state/agent/embedded'
import type { GenerateResult } from './types.ts'

type Call = Extract<GenerateResult['content'][number], { type: 'tool-call' }>

export function callsOf({ calls }: StepAnswer): readonly Call[] {
  return calls.map(({ id, tool, input }) => {
    return { type: 'tool-call', toolCallId: id, toolName: tool, input: JSON.stringify(input) }
  })
}

/** How an answer ended and what it cost, as the AI SDK has it. */
export function endOf({ calls, end, usage, dropped }: StepAnswer): Pick<
  GenerateResult,
  'finishReason' | 'usage'
> & {
  providerMetadata: NonNullable<GenerateResult['providerMetadata']>
} {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage
  return {
    finishReason: {
      unified: calls.length > 0 ? 'tool-calls' : end === 'limit' ? 'other' : 'stop',
      raw: end,
    },
    usage: {
      inputTokens: {
        total: inputTokens,
        noCache: inputTokens === undefined ? undefined : inputTokens - (cachedInputTokens ?? 0),
        cacheRead: cachedInputTokens,
        cacheWrite: cacheWriteTokens,
      },
      outputTokens: { total: outputTokens, text: undefined, reasoning: reasoningTokens },
    },
    providerMetadata: {
      skillState: { session: dropped.session, step: dropped.step, dropped: dropped.count },
    },
  }
}
