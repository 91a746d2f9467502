/** A piece of Python source. `line` counts from 1; a `newline` ends a statement, none comes inside brackets. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'operator' | 'newline' | 'end'
  /** As in the source, prefix and quotes included. */
  readonly text: string
  readonly line: number
}

/**
 * Cuts Python source into tokens. Comments, blanks and continued lines are dropped; indentation is not told. Line ends
 * of any kind count as `\n`, as Python reads them. Throws a `SyntaxError` with the line.
 */
export function tokenize(source: string): Token[] {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const tokens: Token[] = []
  let line = 1
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const match = matchAt(text, at, line)
    at += match.text.length
    if (match.kind === 'operator') depth += nesting.get(match.text) ?? 0
    if (match.kind !== 'blank' && (match.kind !== 'newline' || depth === 0)) {
      tokens.push({ kind: match.kind, text: match.text, line })
    }
    line += match.text.split('\n').length - 1
  }
  tokens.push({ kind: 'end', text: '', line })
  return tokens
}

type Match = { readonly kind: Exclude<Token['kind'], 'end'> | 'blank'; readonly text: string }

function matchAt(text: string, at: number, line: number): Match {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return { kind, text: found }
  }
  const found = text[at] ?? ''
  if (found === '"' || found === "'") throw new SyntaxError(`a text is not closed, line ${line}`)
  throw new SyntaxError(`unexpected ${JSON.stringify(found)}, line ${line}`)
}

/** In the order in which they are tried: a prefix belongs to its string, three quotes come before one. */
const patterns: readonly (readonly [Match['kind'], RegExp])[] = [
  ['blank', /(?:[ \t\f]+|#[^\n]*|\\\n)+/y],
  ['newline', /\n/y],
  ['string', /[a-zA-Z]{0,2}(?:"""(?:[^"\\]|\\.|"(?!""))*"""|'''(?:[^'\\]|\\.|'(?!''))*''')/sy],
  ['string', /[a-zA-Z]{0,2}(?:"(?!"")(?:[^"\\\n]|\\.)*"|'(?!'')(?:[^'\\\n]|\\.)*')/sy],
  ['name', /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy],
  ['number', /(?:[0-9]|\.[0-9])(?:[eE][-+]|[0-9a-zA-Z_.])*/y],
  ['operator', /[-+*/%@&|^~<>()[\]{},:!.;=]/y],
]

const nesting: ReadonlyMap<string, number> = new Map([
  ['(', 1],
  ['[', 1],
  ['{', 1],
  [')', -1],
  [']', -1],
  ['}', -1],
])
