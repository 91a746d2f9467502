/** A string with its quotes, a structural character, or a number or literal of a JSON text. */
export interface Token {
  readonly text: string
  readonly start: number
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** The tokens of a text that is valid JSON. Takes time linear in its length. */
export function tokensOf(json: string): readonly Token[] {
  return Array.from(json.matchAll(token), ({ 0: text, index }) => ({ text, start: index }))
}

/** How many arrays and objects lie within each other at most. */
export function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  for (const { text } of tokensOf(json)) {
    if (text === '{' || text === '[') depth += 1
    else if (text === '}' || text === ']') depth -= 1
    if (depth > deepest) deepest = depth
  }
  return deepest
}
