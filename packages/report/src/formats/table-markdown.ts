import { printableLine } from '@skill-state/protocol'
import { markdownTable } from 'markdown-table'
import type { tableOf } from '../tables/table.ts'

/** A table as Markdown that is readable on a terminal too. */
export function tableMarkdown({ columns, rows }: ReturnType<typeof tableOf>): string {
  const head = columns.map(({ title, part }) => (part === 'paper' ? 'paper' : markdownText(title)))
  const body = rows.map(({ cells }) => cells.map(markdownText))
  return markdownTable([head, ...body], { align: columns.map(({ align }) => (align === 'left' ? 'l' : 'r')) })
}

/** A page: its title, what a reader must know, and the paragraphs, lists and tables below. */
export function markdownPage(
  title: string,
  { notices, parts }: { readonly notices: readonly string[]; readonly parts: readonly string[] },
): string {
  const head = [`# ${markdownParagraph(title)}`, ...notices.map((notice) => `> ${markdownParagraph(notice)}`)]
  return `${[...head, ...parts].join('\n\n')}\n`
}

/** Starts of tags, links, code, emphasis, formulas and character references, and the bars that end a cell. */
const MARKUP = /[\\`*[\]~|$]|<(?=[a-z/!?])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu

/** Text as Markdown shows it, on one line: no character of it is markup. */
const markdownText = (text: string): string => printableLine(text).replaceAll(MARKUP, String.raw`\$&`)

/** The same at the beginning of a paragraph, where more characters are markup. */
export function markdownParagraph(text: string): string {
  return markdownText(text)
    .replace(/^[#>+=-]/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)
}
