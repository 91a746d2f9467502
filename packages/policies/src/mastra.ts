import { TripWire } from '@mastra/core/agent'
import { type ProcessLLMRequestArgs, TokenLimiterProcessor, ToolCallFilter } from '@mastra/core/processors'
import { libraryPolicy } from './library.ts'
import { piecesLeft, toModelMessages } from './model-messages.ts'
import { type Piece, regroup } from './pieces.ts'
import type { ContextPolicy, PolicyMessage, PolicyRecord } from './policy.ts'

type Prompt = ProcessLLMRequestArgs['prompt']

interface LimitTokens {
  readonly limit: number
  /** `best-fit`, the default of Mastra, skips what is too big and continues with older messages; `contiguous` stops there. */
  readonly trimMode?: 'best-fit' | 'contiguous' | undefined
}

/** `TokenLimiterProcessor` of the installed `@mastra/core`. Throws its `TripWire` if nothing fits. */
export function limitTokens(options: LimitTokens): PolicyRecord {
  return libraryPolicy(
    '@mastra/core',
    'TokenLimiterProcessor',
    through(() => new TokenLimiterProcessor(options)),
  )
}

/** Whether Mastra threw this because a prompt cannot be brought below its limit. */
export function isTripWire(error: unknown): boolean {
  return error instanceof TripWire
}

interface FilterToolCalls {
  /** Tools whose calls go, instead of all. */
  readonly exclude?: string[] | undefined
  /** How many of the newest assistant messages with calls keep theirs. */
  readonly filterAfterToolSteps?: number | undefined
}

/** `ToolCallFilter` of the installed `@mastra/core` at the first request of a run: all calls are earlier history. */
export function filterToolCalls(options: FilterToolCalls = {}): PolicyRecord {
  return libraryPolicy(
    '@mastra/core',
    'ToolCallFilter',
    through(() => new ToolCallFilter(options)),
  )
}

type Processor = Pick<TokenLimiterProcessor | ToolCallFilter, 'processLLMRequest'>

function through(processor: () => Processor): ContextPolicy {
  return async (messages) => {
    const { prompt, pieces } = promptOf(messages)
    const args = { prompt, state: {} } as unknown as ProcessLLMRequestArgs
    const left = (await processor().processLLMRequest(args))?.prompt ?? prompt
    return regroup(messages, pieces, piecesLeft(left))
  }
}

/** The prompt that Mastra sends: texts as parts, neighbouring results in one message. */
function promptOf(messages: readonly PolicyMessage[]): {
  prompt: Prompt
  pieces: readonly (readonly Piece[])[]
} {
  const prompt: { role: string; content: string | object[] }[] = []
  const pieces = toModelMessages(messages).map(({ message: { role, content }, pieces }): readonly Piece[] => {
    const last = prompt.at(-1)
    if (role === 'system') {
      const is = { role, content }
      prompt.push(is)
      return [{ is, kind: 'text' }]
    }
    const parts =
      typeof content === 'string' ? [{ is: { type: 'text', text: content }, kind: 'text' as const }] : pieces
    const objects = parts.map(({ is }) => is)
    if (role === 'tool' && last?.role === 'tool' && typeof last.content !== 'string')
      last.content.push(...objects)
    else prompt.push({ role, content: objects })
    return parts
  })
  return { prompt: prompt as unknown as Prompt, pieces }
}
