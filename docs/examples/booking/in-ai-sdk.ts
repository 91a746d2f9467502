import { memorySessions } from '@skill-state/agent'
import { embeddedAgent } from '@skill-state/agent/embedded'
import type { LanguageModel, ModelMessage } from 'ai'
import { Trip } from '../booking-agent.ts'
import { bookingInAiSdk } from '../in-ai-sdk.ts'
import { type Answer, type Desk, newestOf } from './desk.ts'
import type { BookingVersion } from './version.ts'

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>
type Options = Parameters<Model['doGenerate']>[0]
type Part = Exclude<Options['prompt'][number]['content'], string>[number]

export const version: BookingVersion = {
  name: 'ai-sdk',
  source: 'in-ai-sdk.ts',
  start(desk, customer = 'ada') {
    const skill = embeddedAgent({ state: Trip, sessions: memorySessions(), onWarning: () => {} })
    const model = scripted(desk, ({ prompt }) => desk.answer(newestOf(textOf(prompt.at(-1)?.content)), true))
    const agent = bookingInAiSdk(model, desk, skill)
    const options = { session: customer }
    const messages: ModelMessage[] = []
    return {
      // All of the conversation, as a page of `useChat` sends it.
      say(text) {
        messages.push({ role: 'user', content: text })
        return talk((all) => agent.generate({ messages: all, options }), messages)
      },
      state: async () => (await skill.open(customer)).state,
    }
  },
}

interface Result {
  readonly text: string
  readonly content: readonly { readonly type: string }[]
  readonly responseMessages: readonly ModelMessage[]
}

/** Runs a turn, and approves what waits. The messages are added to those that are given. */
export async function talk(
  generate: (messages: ModelMessage[]) => Promise<Result>,
  messages: ModelMessage[],
): Promise<string> {
  for (;;) {
    const { text, content, responseMessages } = await generate(messages)
    messages.push(...responseMessages)
    const request = content.find(({ type }) => type === 'tool-approval-request') as
      | { approvalId?: string }
      | undefined
    if (request?.approvalId === undefined) return text
    const response = {
      type: 'tool-approval-response',
      approvalId: request.approvalId,
      approved: true,
    } as const
    messages.push({ role: 'tool', content: [response] })
  }
}

/** A model of the AI SDK, and of Mastra, that says what a function says. */
export function scripted(desk: Desk, answer: (options: Options) => Answer) {
  let count = 0
  return {
    specificationVersion: 'v4' as const,
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate(options: Options) {
      desk.send(() => sizeOf(options))
      count += 1
      const { text, calls } = answer(options)
      const usage = {
        inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      }
      const content = [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...calls.map(({ tool, input }, at) => ({
          type: 'tool-call' as const,
          toolCallId: `call-${count}${at || ''}`,
          toolName: tool,
          input: JSON.stringify(input),
        })),
      ]
      const unified = calls.length > 0 ? ('tool-calls' as const) : ('stop' as const)
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] }
    },
    async doStream(): Promise<never> {
      throw new Error('this model does not stream')
    },
  }
}

/** Characters of all that the provider is sent: texts, calls and results, and the tools. */
function sizeOf({ prompt, tools = [] }: Options): number {
  const parts = prompt.flatMap(({ content }): readonly (string | Part)[] =>
    typeof content === 'string' ? [content] : content,
  )
  const sizes = parts.map((part) => {
    if (typeof part === 'string') return part.length
    return part.type === 'text' ? part.text.length : JSON.stringify(part).length
  })
  return sizes.reduce((sum, size) => sum + size, tools.length === 0 ? 0 : JSON.stringify(tools).length)
}

/** The text of a message's content. */
export function textOf(content: Options['prompt'][number]['content'] | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content
    .map((part) =>
      part.type === 'text' ? part.text : part.type === 'tool-result' ? JSON.stringify(part.output) : '',
    )
    .join('')
    .replaceAll('\\"', '"')
}
