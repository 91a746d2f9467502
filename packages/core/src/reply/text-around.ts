/** A line that begins with a fence, and what follows it there: anything, so that no match is ever tried twice. */
const FENCE_LINE = /^[ \t]*(?:`{3,}|~{3,})(.*)$/gm

/**
 * A key with its colon, also if a broken object, a comment, curly quotes, or escapes in a string kept the scan from
 * seeing it.
 */
const NAMED_KEY =
  /["'“”‘’](state_patch|action)\\{0,4}["'“”‘’]\s*(?:[:=#]|\/[/*])|\{\s*(state_patch|action)\s*:|<(state_patch|action)>/

/** A key at the beginning of a line, as YAML and Markdown have it. */
const LINE_KEY = /^[ \t>*_`#-]*(state_patch|action)[ \t*_`]*[:=]/im

/** A first quote after which JSON continues. */
const STRING_END = /^[^"']*["']\s*(?:[,:}\]#]|\/[/*])/

/** Whether a text is nothing but the fence that closes a block, if that. */
export function isClosingFence(text: string): boolean {
  const fence = text.trim()
  return fence === '' || fence === '```' || fence === '~~~'
}

/**
 * Why the text after a block makes the block doubtful as the last word of a reply, or undefined. Prose does not,
 * braces included; what may be a later answer does, and so does a sign that the block was inside another one.
 */
export function doubtAfter(text: string, fenced: boolean): string | undefined {
  const named = NAMED_KEY.exec(text) ?? LINE_KEY.exec(text)
  if (named)
    return `found "${named[1] ?? named[2] ?? named[3]}" again after it: give the object once, as the last thing`
  if (STRING_END.test(text) || closes(text, /[{}]/g, '{') || closes(text, /[[\]]/g, '['))
    return 'found a quote or bracket closed after it that was not opened'
  return opensFence(text, fenced)
    ? 'found a code fence opened after it: the reply may have been cut off'
    : undefined
}

/** Whether a text closes a bracket that it did not open. */
function closes(text: string, brackets: RegExp, opening: string): boolean {
  let open = 0
  for (const [bracket] of text.matchAll(brackets)) {
    open += bracket === opening ? 1 : -1
    if (open < 0) return true
  }
  return false
}

/** Whether the text ends with a fence line that can't be a closing one: it has a language, or closes nothing. */
function opensFence(text: string, fenced: boolean): boolean {
  const trimmed = text.trimEnd()
  const fences = [...trimmed.matchAll(FENCE_LINE)]
    .map(({ 0: line, 1: rest = '', index }) => ({ end: index + line.length, language: rest.trim() }))
    .filter(({ language }) => /^\w*$/.test(language))
  const last = fences.at(-1)
  if (last?.end !== trimmed.length) return false
  return last.language !== '' || (fenced && fences.length % 2 === 0)
}

/** Whether the last line of a text, blank ones aside, opens or closes a code fence. */
export function endsInFence(text: string): boolean {
  return withoutFence(text) !== text.trim()
}

/** A text without the fence line that it may end in, trimmed. */
export function withoutFence(text: string): string {
  const trimmed = text.trim()
  const lineStart = trimmed.lastIndexOf('\n') + 1
  const line = trimmed.slice(lineStart).trimStart()
  const isFence = line.startsWith('```') || line.startsWith('~~~')
  return isFence ? trimmed.slice(0, lineStart).trimEnd() : trimmed
}
