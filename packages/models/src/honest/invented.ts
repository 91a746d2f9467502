import { isJsonObject, type JsonValue, parseJson } from '@skill-state/protocol'
import { step } from '../answers/read/pointer.ts'

/** A word or number of an answer that nothing has shown. */
export interface Invented {
  readonly value: string
  /** JSON Pointer in the answer; empty if the answer is a text. */
  readonly path: string
}

/**
 * What an answer has that `shown` does not have. For scripted models of frameworks; `honest` does it for ours. A text is read
 * as the JSON in it, if it has any: what is around that is reasoning. Letters of different case are the same.
 *
 * @example
 * ```ts
 * import { inventedIn } from '@skill-state/models'
 *
 * const [found] = inventedIn({ order: 'W1009' }, 'The user says: Where is W1008?')
 * console.log(found) // { value: 'order', path: '/order' }
 * ```
 */
export function inventedIn(answer: JsonValue, shown: string): readonly Invented[] {
  const text = shown.toLowerCase()
  // As text and without escapes: a word may begin a line within a JSON string.
  const haystack = `${text}\n${text.replaceAll(/\\[nrtbf"\\/]/g, ' ')}`
  const whole = typeof answer === 'string' ? (jsonIn(answer) ?? answer) : answer
  return [...leavesOf(whole, '')].flatMap(({ value, path }) =>
    wordsOf(value)
      .filter((word) => !isShown(word.toLowerCase(), haystack))
      .map((word) => ({ value: word, path })),
  )
}

interface Leaf {
  readonly value: string
  readonly path: string
}

/** Never carried to a later prompt. */
const REASONING = '/reasoning'

function* leavesOf(value: JsonValue, path: string): Generator<Leaf> {
  if (value === null || typeof value === 'boolean') return
  if (typeof value === 'string' || typeof value === 'number') yield { value: String(value), path }
  else if (!isJsonObject(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, `${path}/${index}`)
  } else {
    for (const [key, item] of Object.entries(value)) {
      const place = path + step(key)
      if (place === REASONING) continue
      yield { value: key, path: place }
      yield* leavesOf(item, place)
    }
  }
}

/** The object in a reply: the last one in a fence, or from the first brace to the last one. */
function jsonIn(text: string): JsonValue | undefined {
  const fenced = [...text.matchAll(/```(?:json)?\s*\n([\s\S]*?)```/g)].map(([, body = '']) => body)
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const candidate of [...fenced.reverse(), braces]) {
    const found = parseJson(candidate)
    if (isJsonObject(found)) return found
  }
  return undefined
}

/** The words that have to be shown: all of a value, and those of prose that can carry a fact. */
function wordsOf(text: string): readonly string[] {
  const isProse = /\s/.test(text.trim())
  return [...text.matchAll(/[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu)].flatMap(({ 0: word, index }) => {
    const begins = /(?:^|[.!?:])\s*\P{L}?$/u.test(text.slice(0, index))
    const isSmall = word.length <= 3 && /^\p{Ll}+$/u.test(begins ? word.toLowerCase() : word)
    return word.length === 1 || (isProse && isSmall) ? [] : [word]
  })
}

/** Whether a word is there as a whole or each part of it: `Rome/Oslo` if both are. */
function isShown(word: string, text: string): boolean {
  if (hasWord(word, text) || (/\d\.\d$/.test(word) && hasWord(`${word}0`, text))) return true // $12.50 is 12.5
  const parts = word.split(/[^\p{L}\p{N}]+/u)
  return parts.length > 1 && parts.every((part) => part.length <= 1 || hasWord(part, text))
}

function hasWord(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isPartOfWord(text.charAt(at - 1)) && !isPartOfWord(text.charAt(at + word.length))) return true
  }
  return false
}

const isPartOfWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)
