import {
  AIMessage,
  type BaseMessage,
  ClearToolUsesEdit,
  countTokensApproximately,
  HumanMessage,
  SystemMessage,
  summarizationMiddleware,
  ToolMessage,
  trimMessages as trim,
} from 'langchain'
import { libraryPolicy } from './library.ts'
import type { PolicyMessage, PolicyRecord } from './policy.ts'

/** A number of tokens or messages, or a share of the model's input limit. */
interface ContextSize {
  readonly tokens?: number | undefined
  readonly messages?: number | undefined
  readonly fraction?: number | undefined
}

interface Sizes {
  /** What must be reached: all figures of a size, and any of several sizes. */
  readonly trigger?: ContextSize | readonly ContextSize[] | undefined
  readonly keep?: ContextSize | undefined
  /** The model's input limit, which fractions need. */
  readonly maxInputTokens?: number | undefined
}

interface ClearToolUses extends Sizes {
  readonly placeholder?: string | undefined
  /** Their results are never cleared, but use up the kept places. */
  readonly excludeTools?: readonly string[] | undefined
  /** Empties the arguments of calls whose result is cleared. */
  readonly clearToolInputs?: boolean | undefined
  /** If less is gained, kept results are cleared too, the newest first. */
  readonly clearAtLeast?: number | undefined
}

/** `ClearToolUsesEdit` of the installed `langchain`: what an agent's loop sends, and saves, after the edit. */
export function clearToolUses({ maxInputTokens, ...options }: ClearToolUses = {}): PolicyRecord {
  return libraryPolicy('langchain', 'ClearToolUsesEdit', async (messages) => {
    const list = messages.map(toLangChain)
    const model = modelOf(maxInputTokens)
    await new ClearToolUsesEdit(options as never).apply({ messages: list, model, countTokens })
    return list.map((message) => fromLangChain(message, messages))
  })
}

/** The options of LangChain's `summarizationMiddleware`, and what answers its prompt. Without a trigger nothing is summarised. */
interface Summarize extends Sizes {
  readonly summaryPrompt?: string | undefined
  readonly summaryPrefix?: string | undefined
  readonly trimTokensToSummarize?: number | undefined
  /** Answers the prompt of the middleware. If it throws, the error's text becomes the summary, as in LangChain. */
  readonly summarize: (prompt: string) => string | Promise<string>
}

/** `summarizationMiddleware` of the installed `langchain`: the summary as a user message, then what is kept. */
export function summarizeMessages({ maxInputTokens, summarize, ...options }: Summarize): PolicyRecord {
  return libraryPolicy('langchain', 'summarizationMiddleware', async (messages) => {
    const model = modelOf(maxInputTokens, async (prompt) => ({ content: await summarize(prompt) }))
    const { beforeModel } = summarizationMiddleware({ ...options, model, tokenCounter: countTokens } as never)
    const hook = (typeof beforeModel === 'object' ? beforeModel.hook : beforeModel) as BeforeModel
    const update = await hook({ messages: messages.map(toLangChain) }, { context: {} })
    if (update === undefined) return messages
    const [, summary, ...kept] = update.messages
    return [
      { role: 'user', content: summary?.text ?? '' },
      ...kept.map((message) => fromLangChain(message, messages)),
    ]
  })
}

type BeforeModel = (
  state: { readonly messages: readonly BaseMessage[] },
  runtime: { readonly context: object },
) => Promise<{ readonly messages: readonly BaseMessage[] } | undefined>

type Role = 'system' | 'human' | 'ai' | 'tool'

interface TrimMessages {
  readonly maxTokens: number
  readonly strategy?: 'first' | 'last' | undefined
  /** Default: `countTokensApproximately`, four UTF-16 units a token. */
  readonly tokenCounter?: ((messages: { readonly text: string }[]) => number) | undefined
  readonly allowPartial?: boolean | undefined
  readonly includeSystem?: boolean | undefined
  readonly startOn?: Role | Role[] | undefined
  readonly endOn?: Role | Role[] | undefined
  readonly textSplitter?: ((text: string) => string[]) | undefined
}

/** `trimMessages` of the installed `@langchain/core`, which can separate results from calls. An `undefined` in its list is left out. */
export function trimMessages(options: TrimMessages): PolicyRecord {
  return libraryPolicy('@langchain/core', 'trimMessages', async (messages) => {
    const list = messages.map(toLangChain)
    const left: readonly (BaseMessage | undefined)[] = await trim(list, {
      ...options,
      tokenCounter: options.tokenCounter ?? countTokens,
    })
    return left.flatMap((message) => (message === undefined ? [] : fromLangChain(message, messages)))
  })
}

const units = new WeakMap<BaseMessage, { readonly content: unknown; readonly size: number }>()

/** `countTokensApproximately`, which would read all messages again for each length of a list that is tried. */
function countTokens(messages: readonly BaseMessage[]): number {
  const size = messages.reduce((sum, message) => sum + unitsOf(message), 0)
  return Math.ceil(size / UNITS_PER_TOKEN)
}

const UNITS_PER_TOKEN = 4

/** The UTF-16 units that the library counts of a message: so many copies are never rounded. */
function unitsOf(message: BaseMessage): number {
  const { content } = message
  const known = units.get(message)
  if (known?.content === content) return known.size
  const size = countTokensApproximately(new Array<BaseMessage>(UNITS_PER_TOKEN).fill(message))
  units.set(message, { content, size })
  return size
}

type Model = NonNullable<Parameters<ClearToolUsesEdit['apply']>[0]['model']>

/** What the policies read of a model: its input limit, and an answer. */
function modelOf(maxInputTokens?: number, invoke?: (prompt: string) => Promise<{ content: string }>): Model {
  return { profile: { maxInputTokens }, invoke } as unknown as Model
}

/** The place of a message in the list, which copies of it keep. */
type Mark = { readonly at: number }

function toLangChain(message: PolicyMessage, at: number): BaseMessage {
  const { role, content, calls = [], callId = '', tool, error } = message
  const mark = { at } satisfies Mark
  if (role === 'system') return new SystemMessage({ content, response_metadata: mark })
  if (role === 'user') return new HumanMessage({ content, response_metadata: mark })
  if (role === 'tool') {
    return new ToolMessage({
      content,
      tool_call_id: callId,
      name: tool,
      status: error === true ? 'error' : 'success',
      response_metadata: { ...mark, context_editing: { cleared: message.cleared } },
    })
  }
  // The order of the keys shows in prompts and counts.
  const tool_calls = calls.map(({ id, name, arguments: args }) => {
    return { name, args: args as Record<string, unknown>, id, type: 'tool_call' as const }
  })
  return new AIMessage({ content, tool_calls, response_metadata: mark })
}

/** The message of the list that this one comes from, or a copy of it with what was changed. */
function fromLangChain(message: BaseMessage, messages: readonly PolicyMessage[]): PolicyMessage {
  const { at } = message.response_metadata as Mark
  const source = messages[at] as PolicyMessage
  const args = AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ args }) => args) : []
  const calls = source.calls?.map((call, index) => ({
    ...call,
    arguments: args[index] as typeof call.arguments,
  }))
  const isEmptied = source.calls?.some((call, index) => call.arguments !== calls?.[index]?.arguments)
  const { context_editing: edit } = message.response_metadata as { context_editing?: { cleared?: boolean } }
  if (edit?.cleared === true && source.cleared !== true)
    return { ...source, content: message.text, error: undefined, cleared: true }
  if (message.text === source.content && isEmptied !== true) return source
  return { ...source, content: message.text, calls }
}
