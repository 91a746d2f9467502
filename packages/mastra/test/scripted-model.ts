import type { SentMessage } from '@skill-state/agent/conformance'
import { MockLanguageModelV4 } from 'ai/test'

type Options = Parameters<MockLanguageModelV4['doStream']>[0]
type Part =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Each>
    ? Each
    : never

const finish = {
  finishReason: { unified: 'stop', raw: undefined },
  usage: {
    inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 5, text: 5, reasoning: undefined },
  },
} as const

/** A model that answers by a function, and tells what it was sent. */
export function scriptedModel(
  reply: (text: string, signal: AbortSignal | undefined) => Promise<string>,
  sent: SentMessage[][] = [],
): MockLanguageModelV4 {
  const answer = async ({ prompt, abortSignal }: Options): Promise<string> => {
    const messages = prompt.map(sentMessage)
    sent.push(messages)
    return await reply(messages.at(-1)?.text ?? '', abortSignal)
  }
  return new MockLanguageModelV4({
    doGenerate: async (options) => ({
      content: [{ type: 'text', text: await answer(options) }],
      ...finish,
      warnings: [],
    }),
    doStream: async (options) => {
      const text = await answer(options)
      const pieces = text.match(/[\s\S]{1,7}/g) ?? []
      const parts: Part[] = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        ...pieces.map((delta): Part => ({ type: 'text-delta', id: '1', delta })),
        { type: 'text-end', id: '1' },
        { type: 'finish', ...finish },
      ]
      return { stream: ReadableStream.from(parts) as ReadableStream<Part> }
    },
  })
}

function sentMessage({ role, content }: Options['prompt'][number]): SentMessage {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return {
    role,
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])),
    results: parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])),
  }
}
