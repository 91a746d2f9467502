import type { MarkdownIt, Token } from './_source-links.ts'

/** A symbol of the paper with its index, as a text writes it: `Σ_t`, `O_{t+1}`. */
const SYMBOL = /(?<![\p{L}\p{N}_])(Δ?Σ|[A-Za-z])_(?:\{([^}]+)\}|([t0])(?![\p{L}\p{N}_]))/gu

/** Sets the index of a symbol below the line, where it is not code; before VitePress takes braces for attributes. */
export function subscripts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'subscripts', ({ tokens }) => {
    for (const token of tokens) token.children &&= token.children.map(lowered)
  })
}

function lowered(token: Token): Token {
  if (token.type !== 'text' || token.content.search(SYMBOL) === -1) return token
  const content = escaped(token.content).replaceAll(
    SYMBOL,
    (_, symbol, long, short) => `${symbol}<sub>${long ?? short}</sub>`,
  )
  return Object.assign(token, { type: 'html_inline', content })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
