import { leavesOf, parseStructure } from '@skill-state/protocol/evidence'

/** An argument of a tool call, or a fact inside one. */
export interface Wanted {
  readonly text: string
  /** How many of the entries after this lie inside it: they are sought only if no source holds it as a whole. */
  readonly inside: number
}

/** A longer text is a document: its words are its author's. */
const MOST_CHARS = 20_000
const MOST_PIECES = 200

/**
 * The facts inside a text that is a command, an address, code or JSON, each before those inside it. A path or a name alone
 * has none: it is one fact.
 */
export function piecesIn(text: string): readonly Wanted[] {
  if (text.length > MOST_CHARS || !(/\s/.test(text.trim()) || text.includes('://') || /^[[{]/.test(text)))
    return []
  const json = /^\s*[[{]/.test(text) ? parseStructure(text) : undefined
  const texts =
    json === undefined ? [text] : leavesOf(json).flatMap((leaf) => (leaf.isKey ? [] : [leaf.text]))
  const pieces = texts
    .flatMap((each) => each.split(/[\s"'`<>()[\]{}|;,$\\*]+/))
    .flatMap((token) => within(token.replace(/^[-+:!&]+(?=[\w#/~])|[.:!?&]+$/g, '')))
  return pieces.slice(0, MOST_PIECES).filter(({ text: piece }) => piece !== text)
}

/** Where a token is cut, from the outside in. */
const CUTS = [/[=&?#]+/, /:\/\/|[:@]/]

function within(token: string, level = 0): readonly Wanted[] {
  const cut = CUTS[level]
  const parts = cut === undefined ? token.split('/') : token.split(cut)
  const inner = parts.flatMap((part) => {
    if (cut !== undefined) return within(part, level + 1)
    // Of a path it is the ids that other paths share, not the names.
    const name = part.replace(/\.\w{1,5}$/, '')
    return parts.length > 1 && !name.includes('.') && isFact(name) ? [{ text: name, inside: 0 }] : []
  })
  const isCut = parts.length > 1 || cut === undefined
  return isCut && isFact(token) ? [{ text: token, inside: inner.length }, ...inner] : inner
}

/** Whether a text in a command or in code names one thing of this session, and is no word of the trade. */
function isFact(text: string): boolean {
  if (text.length < 5 || text.length > 300 || COMMON.test(text)) return false
  if (/^\d+$/.test(text)) return !text.endsWith('000')
  if (text.includes('/'))
    return PATH.test(text) && (text.includes('://') || /^[/.~]|\.\w{1,6}$|\d{2}/.test(text))
  return ADDRESS.test(text) || FILE.test(text) || isId(text)
}

function isId(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  if (digits < 2 || text.length < 6 || !/^#?[A-Za-z0-9][\w#-]*$/.test(text)) return false
  return /[-_#]/.test(text) || /^[0-9a-f]{7,}$/.test(text) || (digits >= 3 && text.length >= 8)
}

const PATH = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[\w.@~+%#=&?:-]*(?:\/[\w.@~+%#=&?:-]+)+\/?$/i
const ADDRESS = /^(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+:\d+)$/
const FILE =
  /^[\w-][\w.-]*\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|c|h|cpp|cs|sql|md|json|jsonl|ya?ml|toml|csv|txt|sh|html|css|xml|ini|conf|pdf|png|svg|db)$|^(?!\w*(?:console|logger|Math)\.)[\w-]*[\d_-][\w-]*\.log$/
/** Known to everybody: no session is their source. */
const COMMON =
  /^(?:(?:package|package-lock|tsconfig|composer)\.json|(?:README|CLAUDE|AGENTS|CHANGELOG|SKILL)\.md|(?:index|main|app|test|config|setup|mod|lib|__init__|style|styles)\.\w+|Cargo\.toml|pyproject\.toml|requirements\.txt|pnpm-\w+\.yaml|(?:docker-)?compose\.ya?ml|\/(?:dev|bin|usr|proc)\/.*|(?:127\.0\.0\.1|0\.0\.0\.0)(?::.*)?|utf-?\d+|sha-?\d+|iso-?\d+.*|base\d+|x86_64|\d{4}-\d\d-\d\d.*|\d{1,2}-\d{1,2}|0x[0f]+|\d{1,4}-\d{1,4}|[\d_]*_[\d_]*)$/i
