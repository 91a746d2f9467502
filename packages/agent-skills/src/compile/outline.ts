import { lexer, type Token, type Tokens } from 'marked'

/** A part of a Markdown text: what is under one heading, and the parts under that. */
export interface Section {
  /** Without marks; empty for the text before the first heading. */
  readonly title: string
  /** Level of the heading; 0 for the whole text. */
  readonly depth: number
  /** What is under the heading before the next one, the heading included, to the character. */
  readonly own: string
  readonly blocks: readonly Token[]
  readonly children: readonly Section[]
}

interface Open extends Section {
  own: string
  readonly blocks: Token[]
  readonly children: Open[]
}

/** The sections of a Markdown text. Together their `own` is the text. */
export function outlineOf(text: string): Section {
  const root: Open = { title: '', depth: 0, own: '', blocks: [], children: [] }
  const path = [root]
  let headed = 0
  const open = (title: string, depth: number): void => {
    while ((path.at(-1)?.depth ?? 0) >= depth) path.pop()
    const next: Open = { title, depth, own: '', blocks: [], children: [] }
    path.at(-1)?.children.push(next)
    path.push(next)
  }
  for (const token of lexer(text.replaceAll('\r\n', '\n'))) {
    if (isHeading(token)) {
      headed = token.depth
      open(plain(token.text), headed)
    } else {
      if (token.type === 'paragraph' && RUN_IN.test(token.text))
        open(leadOf(token as Tokens.Paragraph), headed + 1)
      path.at(-1)?.blocks.push(token, ...tasksIn(token))
    }
    const last = path.at(-1)
    if (last) last.own += token.raw
  }
  return root
}

/** A paragraph that begins with a step's number in bold heads what is below it. */
const RUN_IN = /^\*\*(?:(?:step|phase|stage|part) \d+|\d+(?:[–-]\d+)?[.:)])/i

/** A list of numbered steps to tick off that is fenced, so that it can be copied. */
function tasksIn(token: Token): readonly Token[] {
  const isCopied = token.type === 'code' && /^[-*] \[ \] (?:step|phase) \d/im.test(token.text)
  return isCopied ? lexer(token.text).filter(isList) : []
}

export function sectionsIn(section: Section): readonly Section[] {
  return [section, ...section.children.flatMap(sectionsIn)]
}

export function textOf(section: Section): string {
  return section.own + section.children.map(textOf).join('')
}

/** The first line of a text, by which a heading or an item of a list is found. */
export function firstLine(text: string): string {
  return (text.trimStart().split('\n', 1)[0] ?? '').trim()
}

export function listsIn(section: Pick<Section, 'blocks'>): readonly Tokens.List[] {
  return section.blocks.filter(isList)
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list'
}

/** What an item or a step is about: its bold beginning if that says more than a number, or else its first sentence. */
export function leadOf({ text }: { readonly text: string }): string {
  const line = firstLine(text).replace(/^\[[ x]\]\s*/i, '')
  const bold = plain(/^\*\*(.+?)\*\*/.exec(line)?.[1] ?? '')
  const said = plain(line)
  const rest = unnumbered(said)
  const [sentence = rest] = /^.*?(?:[.?!](?=\s|$)|:\s|\s[—–-]\s|\s\(|$)/.exec(rest) ?? []
  const lead = unnumbered(bold) === '' ? said.slice(0, said.length - rest.length) + sentence : bold
  return lead.replace(/[\s:.—–(-]+$/, '')
}

/** A title without the number of its step. */
export function unnumbered(title: string): string {
  return title.replace(/^(?:(?:step|phase|stage|part)\s*\d+[a-z]?\b|\d+(?:[.–-]\d+)*)\s*[:.)–—-]*\s*/i, '')
}

/** A text without marks of Markdown, pictograms and what links lead to. */
export function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]|\b_|_\b|<[^>]*>|\p{Extended_Pictographic}|\uFE0F/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const MAX_KEY_CHARS = 40

/** A short key for a text: its first words, in lower case. */
export function keyOf(text: string): string {
  const title = plain(text)
  const words = (unnumbered(title) || title)
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{N}]+/gu)
  let key = ''
  for (const word of words ?? []) {
    if (key.length + word.length >= MAX_KEY_CHARS) break
    key += (key === '' ? '' : '-') + word
  }
  return key || 'part'
}

/** The same keys with a number after those that occurred before. */
export function distinct(keys: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return keys.map((key) => {
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return times === 1 ? key : `${key.slice(0, MAX_KEY_CHARS - 3)}-${times}`
  })
}

const SMALL = new Set(
  'a an and any are as at be by can do each first for from have how in into is it its not of on one or should that the their them then there this to use using what when where which who will with you your'.split(
    ' ',
  ),
)

/** The words of a text that say something, each without its ending. */
export function stemsOf(text: string): ReadonlySet<string> {
  const words =
    plain(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !SMALL.has(word)).map(stemOf))
}

function stemOf(word: string): string {
  return word.length < 5 ? word.replace(/s$/, '') : word.replace(/(?:ions?|ing|ed|es|s|e)$/, '')
}
