import type { StepAnswer } from '@skill-state/agent/embedded'
import type { GenerateResult } from './types.ts'

type Call = Extract<GenerateResult['content'][number], { type: 'tool-call' }>

/** The call of an answer as the AI SDK has it. */
export function callOf({ call }: StepAnswer): readonly Call[] {
  if (call === undefined) return []
  return [{ type: 'tool-call', toolCallId: call.id, toolName: call.tool, input: JSON.stringify(call.input) }]
}

/** How an answer ended and what it cost, as the AI SDK has it. */
export function endOf({ call, end, usage, dropped }: StepAnswer): Pick<
  GenerateResult,
  'finishReason' | 'usage'
> & {
  providerMetadata: NonNullable<GenerateResult['providerMetadata']>
} {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage
  return {
    finishReason: {
      unified: call ? 'tool-calls' : end === 'limit' ? 'other' : 'stop',
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
