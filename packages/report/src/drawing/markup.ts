/** Markup that may be in a page as it is. Made by `html` and `trusted` alone. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

type Content = string | number | Markup | readonly Content[] | undefined

/** Writes markup; what is put in is escaped, for text and for attributes in quotes, unless it is markup. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + render(contents[index])).join(''))
}

/** Takes text for markup: of a constant of ours, or of a library that escapes. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function render(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Markup) return content.text
  if (typeof content === 'object') return content.map(render).join('')
  return printable(String(content)).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Text without what no page may hold: control characters, halves of characters, and marks that turn lines round. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, ' ')
}
