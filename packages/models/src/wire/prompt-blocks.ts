/** Most breakpoints that a request may have, with OpenAI and with Anthropic. */
const mostMarks = 4

/** A part of a prompt. */
export interface PromptBlock {
  readonly text: string
  /** Whether the provider is to cache the prompt up to the block's end. */
  readonly marked: boolean
}

/**
 * The prompt in blocks that end at all of its breakpoints, marked or not: a provider compares whole blocks, so those of
 * a transcript must stay the same while it grows. The blocks together are the prompt, to the character.
 *
 * Of more than four ends the first is marked, because most calls share what is before it, and the last three, because
 * they cover most of the text. Anthropic refuses blocks of white space: a breakpoint that would make one is left out,
 * and so is one that would split a character.
 */
export function promptBlocks(prompt: string, breakpoints: readonly number[]): readonly PromptBlock[] {
  const ends = usable(prompt, breakpoints)
  const rest = prompt.slice(ends.at(-1) ?? 0)
  const blocks = ends.map((end, index) => ({
    text: prompt.slice(ends[index - 1] ?? 0, end),
    marked: index === 0 || index > ends.length - mostMarks,
  }))
  return rest === '' && blocks.length > 0 ? blocks : [...blocks, { text: rest, marked: false }]
}

function usable(prompt: string, breakpoints: readonly number[]): readonly number[] {
  const ends: number[] = []
  for (const end of breakpoints) {
    const block = prompt.slice(ends.at(-1) ?? 0, end)
    const rest = prompt.slice(end)
    if (end <= 0 || isBlank(block) || (rest !== '' && isBlank(rest)) || splitsCharacter(prompt, end)) continue
    ends.push(Math.min(end, prompt.length))
  }
  return ends
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Whether the offset is between the two halves of a character beyond U+FFFF. */
function splitsCharacter(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1))
}
