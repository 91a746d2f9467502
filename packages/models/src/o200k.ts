import { createRequire } from 'node:module'
import { missingPackage, type Tokenizer } from '@skill-state/protocol'

type Encoder = Pick<typeof import('gpt-tokenizer/encoding/o200k_base'), 'countTokens'>

let loaded: Encoder | undefined

/** The encoder, loaded with the first count: its vocabulary takes a third of a second and 50 MB. */
function encoder(): Encoder {
  try {
    loaded ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoder
    return loaded
  } catch (error) {
    throw missingPackage('gpt-tokenizer', error)
  }
}

/** Entries kept; with prompts whose lines are about 100 characters this is some 20 MB. */
const memoLimit = 100_000
/** Longer pieces are rarely seen twice and would make the memo's size unpredictable. */
const memoPieceLimit = 4_000

/** Text that names a special token, such as `<|endoftext|>`, is counted as the plain text it is. */
const plainText = { disallowedSpecial: new Set<string>() }

const memo = new Map<string, number>()

/**
 * The vocabulary of GPT-4o and later, exact. Needs the package `gpt-tokenizer`; without it `count` throws
 * `invalid-option`. Counts line by line and remembers the counts, so that a prompt
 * which repeats an earlier one costs little more than its new lines.
 *
 * One exception to exactness keeps hostile text from taking the encoder's quadratic time: a single run of
 * letters, of punctuation or of white space longer than 1,000 characters is counted in parts of 1,000.
 */
export const o200k: Tokenizer = {
  id: 'o200k_base',
  count(text: string): number {
    let total = 0
    let start = 0
    for (let newline = text.indexOf('\n'); newline !== -1; newline = text.indexOf('\n', newline + 1)) {
      if (!beginsToken(text, newline + 1)) continue
      total += countPiece(text.slice(start, newline + 1))
      start = newline + 1
    }
    return start < text.length ? total + countPiece(text.slice(start)) : total
  },
}

/**
 * Whether a token always begins at the index, after a line feed. In the pattern of o200k_base only two branches take a line feed: after
 * it, one takes more white space, the other more line breaks and slashes.
 */
function beginsToken(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  if (code < 0x80) return code > 0x20 && code !== 0x2f
  return !/\s/.test(text.charAt(index))
}

/** What the encoder merges as one word, if it is longer than any word. */
const endlessWord = /([\p{L}\p{M}]{1000}|[^\s\p{L}\p{N}]{1000}|\s{1000})/u

/** A token ends with a digit that no digit follows, so a long line of entries may be counted entry by entry. */
const afterNumber = /(?<=\d)(?=[",])/

function countPiece(piece: string): number {
  const known = memo.get(piece)
  if (known !== undefined) return known
  if (piece.length > memoPieceLimit) {
    const entries = piece.split(afterNumber)
    if (entries.length > 1) return entries.reduce((total, entry) => total + countPiece(entry), 0)
  }
  const parts = piece.length < 1_000 ? [piece] : piece.split(endlessWord)
  const { countTokens } = encoder()
  const count = parts.reduce((total, part) => total + countTokens(part, plainText), 0)
  if (piece.length > memoPieceLimit) return count
  if (memo.size >= memoLimit) memo.clear()
  memo.set(copy(piece), count)
  return count
}

/** Engines keep a slice's whole parent alive; a key that is a copy lets the prompt be collected. */
const copy = (text: string): string => text.split('').join('')
