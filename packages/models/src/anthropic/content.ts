import type { TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import { promptBlocks } from '../prompt-blocks.ts'

/** The prompt as text blocks that end at the breakpoints; the prompt itself where there are none. */
export function contentOf(prompt: string, breakpoints: readonly number[] = []): string | TextBlockParam[] {
  const blocks = promptBlocks(prompt, breakpoints)
  if (!blocks.some(({ marked }) => marked)) return prompt
  return blocks.map(({ text, marked }) => ({
    type: 'text',
    text,
    ...(marked && { cache_control: { type: 'ephemeral' } }),
  }))
}
