import { quote } from '../json/python-json.ts'

/** What a regular expression allows the text of a string to be. */
export interface PatternText {
  /** Characters of the text without quotes; Infinity if there is no end. */
  readonly chars: number
  /** Most characters of one code point. */
  readonly widest: number
}

interface Group {
  /** Characters of the longest alternative that is complete. */
  longest: number
  /** Characters of the alternative that is being read, but for the last part. */
  sum: number
  /** Characters of the last part, to which a quantifier may apply. */
  last: number | undefined
}

const TOKEN = /\(\?:|\[\^?(?:\\.|[^\]\\])*\]|\\.|[*+?]\??|\{[0-9]+(?:,[0-9]*)?\}\??|./gsu

/**
 * Reads a pattern of JSON Schema that is anchored at both ends, such as `^shelf_[0-9]{1,3}$`. Knows literals,
 * classes, groups, alternatives and quantifiers; undefined if there is anything else.
 */
export function readPattern(pattern: string): PatternText | undefined {
  const tokens = pattern.match(TOKEN) ?? []
  if (tokens.length < 2 || tokens[0] !== '^' || tokens.at(-1) !== '$') return undefined
  const groups: Group[] = [{ longest: 0, sum: 0, last: undefined }]
  let widest = 0
  for (const token of tokens.slice(1, -1)) {
    const group = groups.at(-1)
    if (!group) return undefined
    const quantity = quantityOf(token)
    if (token === '(' || token === '(?:') groups.push({ longest: 0, sum: 0, last: undefined })
    else if (token === ')') {
      groups.pop()
      const outer = groups.at(-1)
      if (outer) follow(outer, closed(group))
    } else if (token === '|') {
      if (groups.length === 1) return undefined
      group.longest = closed(group)
      group.sum = 0
      group.last = undefined
    } else if (quantity !== undefined) {
      if (group.last === undefined) return undefined
      group.sum += group.last === 0 || quantity === 0 ? 0 : group.last * quantity
      group.last = undefined
    } else {
      const width = widthOf(token)
      if (width === undefined) return undefined
      follow(group, width)
      widest = Math.max(widest, width)
    }
  }
  const [whole] = groups
  return whole && groups.length === 1 ? { chars: closed(whole), widest } : undefined
}

function follow(group: Group, chars: number): void {
  group.sum += group.last ?? 0
  group.last = chars
}

const closed = ({ longest, sum, last = 0 }: Group): number => Math.max(longest, sum + last)

/** How often the part before may come; undefined for what is no quantifier. */
function quantityOf(token: string): number | undefined {
  if (token.startsWith('?')) return 1
  if (/^[*+]/.test(token)) return Infinity
  const [, least, comma, most] = /^\{([0-9]+)(,?)([0-9]*)\}/.exec(token) ?? []
  if (least === undefined) return undefined
  return comma === '' ? Number(least) : Number(most === '' ? Infinity : most)
}

/** Most characters of one code point that a part without quantifier matches; undefined if the part is not one code point. */
function widthOf(token: string): number | undefined {
  if (token === '.' || token.startsWith('[^')) return 12
  if (token.startsWith('\\')) return escapeWidth(token)
  if (token.startsWith('[') && token.length > 1) return classWidth(token.slice(1, -1).match(/\\.|./gsu) ?? [])
  return /^[\^$()[\]{}]$/.test(token) ? undefined : quote(token).length - 2
}

function escapeWidth(part: string): number | undefined {
  if (/^\\[dw]$/.test(part)) return 1
  if (/^\\[stnrfv]$/.test(part)) return 6
  if (/^\\[DWS]$/.test(part)) return 12
  return /^\\[^\p{L}\p{N}]$/u.test(part) ? quote(part.slice(1)).length - 2 : undefined
}

function classWidth(parts: readonly string[]): number | undefined {
  let widest = 1
  for (const [at, part] of parts.entries()) {
    const isRange = part === '-' && at > 0 && at < parts.length - 1
    const width = isRange ? rangeWidth(parts[at - 1] ?? '', parts[at + 1] ?? '') : partWidth(part)
    if (width === undefined) return undefined
    widest = Math.max(widest, width)
  }
  return widest
}

function partWidth(part: string): number | undefined {
  return part.startsWith('\\') ? escapeWidth(part) : quote(part).length - 2
}

/** A range has the width of its widest character. */
function rangeWidth(from: string, to: string): number {
  const first = from.codePointAt(from.length > 1 && from.startsWith('\\') ? 1 : 0) ?? 0
  const last = to.codePointAt(to.length > 1 && to.startsWith('\\') ? 1 : 0) ?? 0
  if (last > 0xffff) return 12
  if (first < 0x20 || last > 0x7e) return 6
  return ['"', '\\'].some((char) => first <= char.charCodeAt(0) && char.charCodeAt(0) <= last) ? 2 : 1
}
