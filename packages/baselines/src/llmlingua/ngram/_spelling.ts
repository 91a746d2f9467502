import { NgramCounts, START } from './_ngram-counts.ts'

/** Every UTF-16 unit, and the end of the word. */
const END = 2 ** 16
const base = 1 / (END + 1)

/** How likely a word is by its spelling: a trigram model over the letters of known words. */
export class Spelling {
  readonly #counts = new NgramCounts()

  learn(word: string): void {
    let [earlier, before]: [number, number] = [START, START]
    for (const letter of letters(word)) {
      this.#counts.add(earlier, before, letter)
      earlier = before
      before = letter
    }
  }

  /** Never so low that interpolating it could end at 0. */
  probability(word: string): number {
    let [earlier, before, probability]: [number, number, number] = [START, START, 1]
    for (const letter of letters(word)) {
      probability *= this.#counts.probability(earlier, before, letter, base)
      earlier = before
      before = letter
    }
    return Math.max(probability, 2 ** -900)
  }
}

function* letters(word: string): Generator<number> {
  for (let at = 0; at < word.length; at += 1) yield word.charCodeAt(at)
  yield END
}
