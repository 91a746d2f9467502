import type { Message, Part, Prompt } from '@skill-state/protocol'

/** Most breakpoints that a request may have, with OpenAI and with Anthropic. */
const maxMarks = 4

export interface PromptBlock {
  readonly text: string
  /** Whether the provider is to cache the prompt up to the block's end. */
  readonly marked: boolean
}

export interface MessageBlocks {
  readonly message: Message
  readonly blocks: readonly PromptBlock[]
}

/**
 * The messages of a prompt, each in blocks that end at all of its breakpoints, marked or not: a provider compares whole blocks, so those of a
 * transcript must stay the same while it grows. Of more than four ends the first and the last three are marked. A breakpoint that would
 * split a character, or make a block of white space, which Anthropic rejects, is left out.
 */
export function messageBlocks(prompt: Prompt, breakpoints: readonly number[]): readonly MessageBlocks[] {
  const messages: readonly Message[] = typeof prompt === 'string' ? [{ role: 'user', text: prompt }] : prompt
  let start = 0
  const placed = messages.map((message, place) => {
    const { length } = message.text
    const own = breakpoints
      .map((end) => end - start)
      .filter((end) => end <= length || place === messages.length - 1)
    start += length
    return { message, ends: usable(message.text, own) }
  })
  const count = placed.flatMap(({ ends }) => ends).length
  let index = 0
  return placed.map(({ message, ends }) => {
    const blocks = ends.map((end, at) => {
      const marked = index === 0 || index > count - maxMarks
      index += 1
      return { text: message.text.slice(ends[at - 1] ?? 0, end), marked }
    })
    const rest = message.text.slice(ends.at(-1) ?? 0)
    const isWhole = rest === '' && blocks.length > 0
    return { message, blocks: isWhole ? blocks : [...blocks, { text: rest, marked: false }] }
  })
}

/** An image or a file as OpenAI's APIs take it. */
export function dataUrl({ mediaType, data }: Part): string {
  return `data:${mediaType};base64,${data}`
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
