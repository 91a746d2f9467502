import { known, type Prompt } from '@skill-state/protocol'
import type { OpenAI } from 'openai'
import { type MessageBlocks, messageBlocks, type PromptBlock } from '../wire/prompt-blocks.ts'

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
  return blocks.map((block) => ({
    type: 'input_text' as const,
    text: block.text,
    ...known({ prompt_cache_breakpoint: block.marked ? { mode: 'explicit' as const } : undefined }),
  }))
}
