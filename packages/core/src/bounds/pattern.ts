import { quote } from '../json/python-json.ts'
import { type Expression, parseExpression } from '../pattern/parse.ts'

/** What a regular expression allows the text of a string to be. */
export interface PatternText {
  /** Characters of the text without quotes; Infinity if there is no end. */
  readonly chars: number
  /** Most characters of one code point. */
  readonly widest: number
}

/**
 * Reads a pattern of JSON Schema that is anchored at both ends, such as `^shelf_[0-9]{1,3}$`. Knows literals,
 * classes, groups, alternatives and quantifiers; undefined if there is anything else.
 */
export function readPattern(pattern: string): PatternText | undefined {
  const parsed = parse(pattern)
  const parts = parsed?.kind === 'sequence' ? parsed.parts : []
  if (!isPlace(parts[0], '^') || !isPlace(parts.at(-1), '$')) return undefined
  return textOf({ kind: 'sequence', parts: parts.slice(1, -1) })
}

function parse(pattern: string): Expression | undefined {
  try {
    new RegExp(pattern, 'u')
    return parseExpression(pattern)
  } catch {
    return undefined
  }
}

function isPlace(part: Expression | undefined, place: '^' | '$'): boolean {
  return part?.kind === 'place' && part.place === place
}

const NO_TEXT: PatternText = { chars: 0, widest: 0 }

function textOf(part: Expression): PatternText | undefined {
  switch (part.kind) {
    case 'char': {
      const width = widthOf(part.source)
      return width === undefined ? undefined : { chars: width, widest: width }
    }
    case 'sequence':
      return joined(part.parts, (a, b) => a + b)
    case 'choice':
      return joined(part.options, Math.max)
    case 'repeat': {
      const once = textOf(part.part)
      return once && { ...once, chars: once.chars === 0 || part.most === 0 ? 0 : once.chars * part.most }
    }
    default:
      return undefined
  }
}

function joined(
  parts: readonly Expression[],
  charsOf: (a: number, b: number) => number,
): PatternText | undefined {
  return parts
    .map(textOf)
    .reduce(
      (a, b) => a && b && { chars: charsOf(a.chars, b.chars), widest: Math.max(a.widest, b.widest) },
      NO_TEXT,
    )
}

/** Most characters of the code point that a part matches. */
function widthOf(part: string): number | undefined {
  if (part === '.' || part.startsWith('[^')) return 12
  return part.startsWith('[') ? classWidth(part.slice(1, -1).match(/\\.|./gsu) ?? []) : partWidth(part)
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
