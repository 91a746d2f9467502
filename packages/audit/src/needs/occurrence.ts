/**
 * Whether a value occurs in a text: an exact match that does not cut through a run of ASCII word characters.
 * `19122` does not occur in `191225`, but `12345` occurs in `12345-6`.
 */
export function occursIn(value: string, text: string): boolean {
  if (value === '') return false
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    if (!isCut(value, text, at)) return true
  }
  return false
}

/** Whether a match cuts through a word of the text at one of its ends. */
function isCut(value: string, text: string, at: number): boolean {
  const end = at + value.length
  const isWithin = (place: number): boolean =>
    isWord(text.charCodeAt(place - 1)) && isWord(text.charCodeAt(place))
  return isWithin(at) || isWithin(end)
}

/** A code unit of `[A-Za-z0-9_]`; NaN, which is outside a text, is none. */
export function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  )
}

/** The words of values: runs of ASCII word characters. A value can only occur where its words do. */
export function wordsOf(values: Iterable<string>): ReadonlySet<string> {
  const words = new Set<string>()
  for (const value of values) for (const { word } of wordsIn(value)) words.add(word)
  return words
}

/** Where a word is: pairs of a text's index and the offset in it. */
type Spots = number[]

/**
 * Returns the indices of the texts in which a value occurs, ascending. The texts are read once, for the given words; a
 * value of such words then costs what its rarest word occurs. Another value is sought in each text.
 */
export function finderIn(
  texts: readonly string[],
  words: ReadonlySet<string>,
): (value: string) => readonly number[] {
  const spots = new Map<string, Spots>()
  texts.forEach((text, index) => {
    for (const { word, offset } of wordsIn(text)) {
      const known = spots.get(word)
      if (known !== undefined) known.push(index, offset)
      else if (words.has(word)) spots.set(word, [index, offset])
    }
  })
  return (value) => {
    const own = [...wordsIn(value)]
    if (own.length === 0 || own.some(({ word }) => !words.has(word))) {
      return texts.flatMap((text, index) => (occursIn(value, text) ? [index] : []))
    }
    const placed = own.map(({ word, offset }) => ({ places: spots.get(word) ?? [], offset }))
    const rarest = placed.reduce((least, each) => (each.places.length < least.places.length ? each : least))
    return matches(value, texts, rarest.places, rarest.offset)
  }
}

function matches(value: string, texts: readonly string[], places: Spots, offset: number): readonly number[] {
  const found: number[] = []
  for (let pair = 0; pair < places.length; pair += 2) {
    const index = places[pair] as number
    const text = texts[index] as string
    const at = (places[pair + 1] as number) - offset
    if (found.at(-1) === index || at < 0 || !text.startsWith(value, at)) continue
    if (!isCut(value, text, at)) found.push(index)
  }
  return found
}

function* wordsIn(text: string): Generator<{ readonly word: string; readonly offset: number }> {
  for (const match of text.matchAll(/[A-Za-z0-9_]+/g)) yield { word: match[0], offset: match.index }
}
