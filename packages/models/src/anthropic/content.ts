import type { TextBlockParam } from '@anthropic-ai/sdk/resources/messages'

/** The API accepts so many. */
const mostBreakpoints = 4

/**
 * The prompt as text blocks that end at the breakpoints, each of which is to be cached up to its end; the prompt
 * itself where there are none. The blocks together are the prompt, to the character.
 *
 * Of more than four breakpoints the first is kept, because most calls share what is before it, and the last three,
 * because they cover most of the text. The API refuses blocks of white space: a breakpoint that would make one is
 * left out, and so is one that would split a character.
 */
export function contentOf(prompt: string, breakpoints: readonly number[] = []): string | TextBlockParam[] {
  const ends = mostUseful(usable(prompt, breakpoints))
  if (ends.length === 0) return prompt
  const blocks = ends.map((end, index): TextBlockParam => {
    const text = prompt.slice(ends[index - 1] ?? 0, end)
    return { type: 'text', text, cache_control: { type: 'ephemeral' } }
  })
  const rest = prompt.slice(ends.at(-1))
  return rest === '' ? blocks : [...blocks, { type: 'text', text: rest }]
}

function usable(prompt: string, breakpoints: readonly number[]): readonly number[] {
  const ends: number[] = []
  for (const end of breakpoints) {
    const block = prompt.slice(ends.at(-1) ?? 0, end)
    const rest = prompt.slice(end)
    if (isBlank(block) || (rest !== '' && isBlank(rest)) || splitsCharacter(prompt, end)) continue
    ends.push(Math.min(end, prompt.length))
  }
  return ends
}

function mostUseful(ends: readonly number[]): readonly number[] {
  const [first] = ends
  if (first === undefined || ends.length <= mostBreakpoints) return ends
  return [first, ...ends.slice(1 - mostBreakpoints)]
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Whether the offset is between the two halves of a character beyond U+FFFF. */
function splitsCharacter(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1))
}
