import { known, type Part, type Prompt } from '@skill-state/protocol'
import type { OpenAI } from 'openai'
import { dataUrl, type MessageBlocks, messageBlocks, type PromptBlock } from '../wire/prompt-blocks.ts'

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming
type Item = OpenAI.Responses.ResponseInputItem

/** A prompt as the input of the Responses API, with the marks of what is to be cached. */
export function inputOf(prompt: Prompt, breakpoints: readonly number[]): Partial<Body> {
  if (typeof prompt === 'string' && breakpoints.length === 0) return { input: prompt }
  const input = messageBlocks(prompt, breakpoints).flatMap(itemsOf)
  // Without `explicit`, OpenAI also writes the whole prompt to its cache and charges for that.
  return breakpoints.length > 0 ? { input, prompt_cache_options: { mode: 'explicit' } } : { input }
}

function itemsOf({ message, blocks }: MessageBlocks): Item[] {
  const { role, text } = message
  if (message.role === 'user' && message.parts?.length)
    return [{ role, content: [...blocks.map(textOf), ...message.parts.map(partOf)] } as Item]
  if (role === 'tool') return [{ type: 'function_call_output', call_id: message.id, output: text }]
  if (role !== 'assistant') return [{ role, content: contentOf(text, blocks) }]
  const calls = (message.calls ?? []).map(
    ({ id, name, input }): Item => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: JSON.stringify(input),
    }),
  )
  return text === '' ? calls : [{ role, content: text }, ...calls]
}

function contentOf(
  text: string,
  blocks: readonly PromptBlock[],
): string | OpenAI.Responses.ResponseInputText[] {
  if (!blocks.some(({ marked }) => marked)) return text
  return blocks.map(textOf)
}

function textOf({ text, marked }: PromptBlock): OpenAI.Responses.ResponseInputText {
  return {
    type: 'input_text',
    text,
    ...known({ prompt_cache_breakpoint: marked ? { mode: 'explicit' as const } : undefined }),
  }
}

function partOf(part: Part): OpenAI.Responses.ResponseInputContent {
  const url = dataUrl(part)
  if (part.type === 'image') return { type: 'input_image', detail: 'auto', image_url: url }
  return { type: 'input_file', filename: part.name ?? 'file', file_data: url }
}
