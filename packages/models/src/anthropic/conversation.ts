import type {
  ContentBlockParam,
  MessageCreateParamsBase,
  MessageParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages'
import { known, type Part, type Prompt } from '@skill-state/protocol'
import { type MessageBlocks, messageBlocks, type PromptBlock } from '../wire/prompt-blocks.ts'

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlockParam[]
}

/**
 * A prompt as the Messages API wants it, with the marks of what is to be cached: system messages have a place of their
 * own, and roles alternate, so that all results of a message's calls are in one message of the user.
 */
export function conversationOf(
  prompt: Prompt,
  breakpoints: readonly number[] = [],
): Pick<MessageCreateParamsBase, 'messages' | 'system'> {
  const system: TextBlockParam[] = []
  const turns: Turn[] = []
  for (const part of messageBlocks(prompt, breakpoints)) {
    if (part.message.role === 'system') {
      system.push(...part.blocks.map(textBlock))
      continue
    }
    const role = part.message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...contentOf(part))
    else turns.push({ role, content: contentOf(part) })
  }
  return { messages: turns.map(messageOf), ...known({ system: system.length > 0 ? system : undefined }) }
}

function contentOf({ message, blocks }: MessageBlocks): ContentBlockParam[] {
  if (message.role === 'tool') {
    return [{ type: 'tool_result', tool_use_id: message.id, content: message.text }]
  }
  if (message.role === 'user') return [...blocks.map(textBlock), ...(message.parts ?? []).map(partBlock)]
  if (message.role !== 'assistant') return blocks.map(textBlock)
  const calls = (message.calls ?? []).map(({ id, name, input }) => ({
    type: 'tool_use' as const,
    id,
    name,
    input,
  }))
  return message.text === '' ? calls : [...blocks.map(textBlock), ...calls]
}

/** Which media types there are depends on the model: the provider rejects others. */
function partBlock({ type, mediaType, data, name }: Part): ContentBlockParam {
  const source = { type: 'base64', media_type: mediaType, data } as const
  if (type === 'image') return { type, source } as ContentBlockParam
  return { type: 'document', source, ...known({ title: name }) } as ContentBlockParam
}

/** A text without a mark is sent as it is. */
function messageOf({ role, content }: Turn): MessageParam {
  const [first] = content
  const isPlain = content.length === 1 && first?.type === 'text' && first.cache_control === undefined
  return { role, content: isPlain ? first.text : content }
}

function textBlock({ text, marked }: PromptBlock): TextBlockParam {
  return {
    type: 'text',
    text,
    ...known({ cache_control: marked ? ({ type: 'ephemeral' } as const) : undefined }),
  }
}
