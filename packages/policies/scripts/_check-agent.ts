import {
  agentPrompt,
  filterToolCalls,
  lastMessages,
  limitTokens,
  type ModelMessage,
  type Part,
  type ReasonedMessage,
} from '@skill-state/policies'
import { type Check, outcomeOf } from './_outcome.ts'
import { type Conversations, conversationOf, type Json, type Row } from './_vectors.ts'

type Processor = (prompt: readonly ModelMessage[]) => readonly ModelMessage[]

/** The instructions of the recorded agents, whose conversations may bring their own. */
const INSTRUCTIONS: ModelMessage = { role: 'system', content: 'Help the user.' }

/** The input processors of a set of vectors, by its name. */
function processorOf(set: string): Processor {
  const [, limit, contiguous] = /^limit-(\d+)(-contiguous)?$/.exec(set) ?? []
  const trimMode = contiguous === undefined ? undefined : 'contiguous'
  if (limit !== undefined) return (prompt) => limitTokens(prompt, { limit: Number(limit), trimMode })
  if (set === 'filter-all') return (prompt) => filterToolCalls(prompt)
  const [, steps] = /^filter-after-(\d+)$/.exec(set) ?? []
  if (steps !== undefined) {
    return (prompt) => filterToolCalls(prompt, { filterAfterToolSteps: Number(steps) })
  }
  if (set === 'plain') return (prompt) => prompt
  throw new Error(`unknown set "${set}" of mastra.agent`)
}

/** Checks of whole agents of Mastra, by the name that the vectors use. */
export function agentChecks(conversations: Conversations): Readonly<Record<string, Check>> {
  const compare = (
    row: Row,
    prompt: () => readonly ModelMessage[],
  ): { found: unknown; recorded: unknown } => {
    const found = outcomeOf(() => prompt().map(plain))
    if (row.tripwire === undefined)
      return { found, recorded: expand(row.prompt, conversationOf(conversations, row), found) }
    const { reason, metadata } = row.tripwire as Row
    return { found, recorded: { error: { name: 'Error', message: reason, metadata } } }
  }
  return {
    'mastra.agent': (row) => {
      const messages = conversationOf(conversations, row)
      const prompt = agentPrompt(messages)
      const whole = prompt[0]?.role === 'system' ? prompt : [INSTRUCTIONS, ...prompt]
      return compare(row, () => processorOf(row.set ?? '')(whole))
    },
    'mastra.lastMessages': (row) => {
      const { lastMessages: count } = row.options as { readonly lastMessages: number | false }
      const input = row.newUserMessage as string
      return compare(row, () => [
        INSTRUCTIONS,
        ...lastMessages(conversationOf(conversations, row), { count, input }),
      ])
    },
  }
}

type Plain = { readonly role: string; readonly content: Json }

/** A message as vectors write it: texts, the ids of calls, and results with their texts. */
function plain({ role, content }: ModelMessage): Plain {
  if (typeof content === 'string') return { role, content }
  return { role, content: content.map(plainPart) }
}

function plainPart(part: Part): Json {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-call') return { call: part.toolCallId }
  if (part.type === 'tool-result') return { result: part.toolCallId, text: part.output.value as Json }
  return { reasoning: 'text' in part ? (part.text ?? '') : '' }
}

/** Rows leave the text of a result out if its id tells it; of an id that comes again, any of its texts will do. */
function expand(prompt: Json | undefined, messages: readonly ReasonedMessage[], found: unknown): unknown {
  const textAt = (index: Json | undefined): Json => messages[index as number]?.content as string
  const texts = (id: string): readonly Json[] =>
    messages.flatMap(({ callId, content }) => (callId === id ? [content as string] : []))
  return (prompt as unknown as readonly Plain[]).map(({ role, content }, at) => {
    const part = (entry: Json, place: number): Json => {
      if (typeof entry !== 'object' || entry === null) return entry
      const { text, reasoning, result, value } = entry as Row
      if (text !== undefined) return textAt(text)
      if (reasoning !== undefined) return { reasoning: messages[reasoning as number]?.reasoning ?? '' }
      if (result === undefined) return entry
      const ours = ((found as readonly Plain[])[at]?.content as readonly Row[] | undefined)?.[place]?.text
      const some = texts(result as string)
      return { result, text: value ?? some.find((each) => each === ours) ?? some[0] ?? null }
    }
    return { role, content: Array.isArray(content) ? content.map(part) : part(content, 0) }
  })
}
