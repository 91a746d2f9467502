import type { AdapterSetup, SentRequest } from '@skill-state/agent/conformance'
import { MockLanguageModelV4 } from 'ai/test'
import type { CallOptions, GenerateResult, StreamPart } from '../src/types.ts'

type Answer = Awaited<ReturnType<AdapterSetup['reply']>>

const usage: GenerateResult['usage'] = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}

/** A model of the AI SDK that answers what a function says to the last message. */
export function scriptedModel(
  reply: (text: string, signal: AbortSignal | undefined) => string | Answer | Promise<string | Answer>,
  hear: (options: CallOptions) => void = () => {},
): MockLanguageModelV4 {
  const answer = async (options: CallOptions): Promise<Answer> => {
    hear(options)
    const said = await reply(sentMessage(options.prompt.at(-1)).text, options.abortSignal)
    return typeof said === 'string' ? { text: said, calls: [] } : said
  }
  const finish = { finishReason: { unified: 'stop', raw: undefined } as const, usage }
  return new MockLanguageModelV4({
    doGenerate: async (options) => {
      const { text, reasoning = '', ...rest } = await answer(options)
      const content = [{ type: 'reasoning', text: reasoning } as const, { type: 'text', text } as const]
      const said = content.filter((part) => part.text !== '')
      return { content: [...said, ...partsOf(rest)], ...finish, warnings: [] }
    },
    doStream: async (options) => {
      const { text, reasoning = '', ...rest } = await answer(options)
      const parts: StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        ...written('reasoning', reasoning),
        ...written('text', text),
        ...partsOf(rest),
        { type: 'finish', ...finish },
      ]
      return { stream: ReadableStream.from(parts) as ReadableStream<StreamPart> }
    },
  })
}

/** A text as a model streams it. */
function written(kind: 'text' | 'reasoning', text: string): StreamPart[] {
  if (text === '') return []
  const deltas = (text.match(/[\s\S]{1,7}/g) ?? []).map((delta): StreamPart => {
    return { type: `${kind}-delta`, id: '1', delta }
  })
  return [{ type: `${kind}-start`, id: '1' }, ...deltas, { type: `${kind}-end`, id: '1' }]
}

/** The calls, and what a tool of the provider did. */
function partsOf({ calls, searched }: Pick<Answer, 'calls' | 'searched'>) {
  const search = {
    type: 'tool-call',
    toolCallId: 's1',
    toolName: 'web_search',
    input: '{}',
    providerExecuted: true,
  } as const
  const found = {
    type: 'tool-result',
    toolCallId: 's1',
    toolName: 'web_search',
    result: searched ?? '',
  } as const
  const made = calls.map(({ name, input }, index) => {
    return { type: 'tool-call', toolCallId: `c${index}`, toolName: name, input } as const
  })
  return searched === undefined ? made : [search, found, ...made]
}

export function sentRequest({ prompt, tools = [], toolChoice, responseFormat }: CallOptions): SentRequest {
  return {
    messages: prompt.map(sentMessage),
    tools: tools.map(({ name }) => name),
    toolChoice: toolChoice?.type === 'auto' ? undefined : toolChoice?.type,
    hasSchema: responseFormat?.type === 'json',
  }
}

function sentMessage(message: CallOptions['prompt'][number] | undefined): SentRequest['messages'][number] {
  const { role = '', content = '', providerOptions } = message ?? {}
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return {
    role,
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    images: parts.flatMap((part) =>
      part.type === 'file' && part.data.type === 'data' ? [String(part.data.data)] : [],
    ),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])),
    results: parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])),
    marked: providerOptions?.anthropic !== undefined,
  }
}
