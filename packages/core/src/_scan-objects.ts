/** A balanced `{…}` of a text: `end` is past its closing brace. */
interface Span {
  readonly start: number
  readonly end: number
}

export interface Scan {
  /** The last object to close that has all keys at its own top level. */
  readonly last?: Span
  /** Keys that were seen in an object which closed without the others; empty where there is none. */
  readonly partial: readonly string[]
  /** Objects still open at the end of the text that look like JSON. */
  readonly unclosed: boolean
}

interface Frame {
  readonly start: number
  readonly seen: string[]
}

/**
 * Finds the objects with the given keys in a text that is partly prose, in one pass and without parsing.
 *
 * Prose may hold lone braces and quotes: a brace that never closes does not hide the objects after it, a
 * quote counts only inside braces, and a line break ends a string, since JSON strings hold none.
 */
export function scanObjects(text: string, keys: readonly string[]): Scan {
  const open: Frame[] = []
  let last: Span | undefined
  let partial: readonly string[] = []
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    const top = open.at(-1)
    if (char === '{') {
      open.push({ start: at, seen: [] })
    } else if (char === '"' && top) {
      const end = endOfString(text, at)
      const key = keyAt(text, at, end, keys)
      if (key !== undefined && !top.seen.includes(key)) top.seen.push(key)
      at = end
    } else if (char === '}' && top) {
      open.pop()
      if (top.seen.length === keys.length) last = { start: top.start, end: at + 1 }
      else if (top.seen.length > 0) partial = top.seen
    }
  }
  const unclosed = open.some((frame) => isUnfinished(text, frame, last))
  return { ...(last && { last }), partial, unclosed }
}

/** Index of the closing quote, of the line break that ends the string before, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"' || char === '\n' || char === '\r') return at
    if (char === '\\' && text[at + 1] !== '\n' && text[at + 1] !== '\r') at += 1
  }
  return text.length
}

function keyAt(text: string, start: number, end: number, keys: readonly string[]): string | undefined {
  const key = keys.find((name) => name.length === end - start - 1 && text.startsWith(name, start + 1))
  if (key === undefined || text[end] !== '"') return undefined
  let at = end + 1
  while (/\s/.test(text[at] ?? '')) at += 1
  return text[at] === ':' ? key : undefined
}

/** A lone brace of prose is not: it has none of the keys, and after the last object no quote follows it. */
function isUnfinished(text: string, frame: Frame, last: Span | undefined): boolean {
  if (frame.seen.length > 0) return true
  if (last && frame.start < last.end) return false
  const rest = /\s*(.?)/y
  rest.lastIndex = frame.start + 1
  const next = rest.exec(text)?.[1]
  return next === '"' || next === ''
}
