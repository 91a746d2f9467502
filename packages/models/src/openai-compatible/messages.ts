import type { Part, Prompt } from '@skill-state/protocol'
import type { OpenAI } from 'openai'
import { dataUrl, type MessageBlocks, messageBlocks, type PromptBlock } from '../wire/prompt-blocks.ts'

type Wire = OpenAI.Chat.ChatCompletionMessageParam

/** A prompt as the messages of Chat Completions, with the marks of what is to be cached. */
export function messagesOf(prompt: Prompt, breakpoints: readonly number[]): Wire[] {
  return messageBlocks(prompt, breakpoints).map(messageOf)
}

function messageOf({ message, blocks }: MessageBlocks): Wire {
  const { role, text } = message
  if (role === 'tool') return { role, tool_call_id: message.id, content: text }
  if (message.role === 'user' && message.parts?.length)
    return { role: 'user', content: [...blocks.map(textOf), ...message.parts.map(partOf)] }
  if (role !== 'assistant') return { role, content: contentOf(text, blocks) }
  const calls = (message.calls ?? []).map(({ id, name, input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(input) },
  }))
  return calls.length > 0 ? { role, content: text, tool_calls: calls } : { role, content: text }
}

/** Parts with marks as OpenRouter passes them on to Anthropic and Gemini. */
function contentOf(
  text: string,
  blocks: readonly PromptBlock[],
): string | OpenAI.Chat.ChatCompletionContentPartText[] {
  if (!blocks.some(({ marked }) => marked)) return text
  return blocks.map(textOf)
}

function textOf({ text, marked }: PromptBlock): OpenAI.Chat.ChatCompletionContentPartText {
  const mark = marked ? { cache_control: { type: 'ephemeral' } } : {}
  return { type: 'text' as const, text, ...mark }
}

function partOf(part: Part): OpenAI.Chat.ChatCompletionContentPart {
  const url = dataUrl(part)
  if (part.type === 'image') return { type: 'image_url', image_url: { url } }
  return { type: 'file', file: { filename: part.name ?? 'file', file_data: url } }
}
