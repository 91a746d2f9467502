import { memorySessions } from '@skill-state/agent'
import { embeddedAgent } from '@skill-state/agent/embedded'
import type { LanguageModel, ModelMessage } from 'ai'
import { Trip } from '../booking-agent.ts'
import { bookingInAiSdk } from '../in-ai-sdk.ts'
import { type Decision, type Desk, newestOf } from './desk.ts'
import type { BookingVersion } from './version.ts'

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>
type Options = Parameters<Model['doGenerate']>[0]
type Part = Exclude<Options['prompt'][number]['content'], string>[number]

export const version: BookingVersion = {
  name: 'ai-sdk',
  source: 'in-ai-sdk.ts',
  start(desk, customer = 'ada') {
    const skill = embeddedAgent({ state: Trip, sessions: memorySessions(), onWarning: () => {} })
    const model = scripted(desk, (options) => desk.written(newestOf(textOf(options.prompt.at(-1)?.content))))
    const agent = bookingInAiSdk(model, desk, skill)
    const options = { session: customer }
    return {
      // The session remembers, so each turn hands over what is new.
      say: (text) =>
        talk((messages) => agent.generate({ messages, options }), [{ role: 'user', content: text }]),
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

/** A model of the AI SDK, and of Mastra, that says what a function says, as text or as a call of a tool. */
export function scripted(desk: Desk, answer: (options: Options) => string | Decision['action']) {
  let calls = 0
  return {
    specificationVersion: 'v4' as const,
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate(options: Options) {
      desk.send(() => sizeOf(options))
      calls += 1
      const said = answer(options)
      const action = typeof said === 'string' ? { reply: said } : said
      const usage = {
        inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      }
      if ('reply' in action) {
        const text = { type: 'text', text: action.reply } as const
        const finishReason = { unified: 'stop', raw: undefined } as const
        return { content: [text], finishReason, usage, warnings: [] }
      }
      const { tool, input } = action
      const call = {
        type: 'tool-call',
        toolCallId: `call-${calls}`,
        toolName: tool,
        input: JSON.stringify(input),
      } as const
      const finishReason = { unified: 'tool-calls', raw: undefined } as const
      return { content: [call], finishReason, usage, warnings: [] }
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
