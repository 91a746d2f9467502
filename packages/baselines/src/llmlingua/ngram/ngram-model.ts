import type { CausalModel, Token } from '../causal-model.ts'
import paragraphs from './_corpus.json' with { type: 'json' }
import { NgramCounts, START } from './_ngram-counts.ts'
import { Spelling } from './_spelling.ts'

/** A word, a number or any other sign, each with the space before it; or one white-space character. */
const TOKEN = / ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]|\s/gu

export const NGRAM_MODEL = 'ngram@1'

/** How many tokens back the model remembers what it read. */
const MEMORY = 200

interface Trained {
  readonly symbols: ReadonlyMap<string, number>
  readonly words: NgramCounts
  readonly spelling: Spelling
}

/** Plain English from which the model learns. A change to it needs a new version in the model's id: every figure changes. */
export const corpus: string = `${paragraphs.join('\n\n')}\n`

let trained: Trained | undefined

/**
 * The language model of the package: trigrams of words over trigrams of letters, so that unknown words have a probability, and over
 * both those of the last 200 tokens read. Learns from `_corpus.json` when it is first used.
 */
export function ngramModel(): CausalModel {
  return {
    id: NGRAM_MODEL,
    tokens: (text) => splitTokens(text).map((piece) => ({ text: piece })),
    logProbabilities: async (prefix, tokens) => {
      trained ??= train(corpus)
      return score(trained, prefix.slice(-MEMORY), tokens)
    },
  }
}

/** Cuts a text into tokens whose concatenation is the text. */
export function splitTokens(text: string): readonly string[] {
  return text.match(TOKEN) ?? []
}

function train(text: string): Trained {
  const symbols = new Map<string, number>()
  const words = new NgramCounts()
  const spelling = new Spelling()
  let [earlier, before]: [number, number] = [START, START]
  for (const word of splitTokens(text)) {
    if (!symbols.has(word)) spelling.learn(word)
    const symbol = symbolOf(symbols, word)
    words.add(earlier, before, symbol)
    earlier = before
    before = symbol
  }
  return { symbols, words, spelling }
}

function symbolOf(symbols: Map<string, number>, word: string): number {
  const known = symbols.get(word)
  if (known !== undefined) return known
  const symbol = symbols.size % START
  symbols.set(word, symbol)
  return symbol
}

function score(model: Trained, prefix: readonly Token[], tokens: readonly Token[]): readonly number[] {
  const unknown = new Map<string, number>()
  const recent = new NgramCounts()
  const scores: number[] = []
  let [earlier, before]: [number, number] = [START, START]
  const read = (symbol: number): void => {
    recent.add(earlier, before, symbol)
    earlier = before
    before = symbol
  }
  const symbolIn = (text: string): number =>
    model.symbols.get(text) ?? (model.symbols.size + symbolOf(unknown, text)) % START
  for (const { text } of prefix) read(symbolIn(text))
  for (const { text } of tokens) {
    const symbol = symbolIn(text)
    const spelt = model.spelling.probability(text)
    const general = model.words.probability(earlier, before, symbol, spelt)
    scores.push(Math.log(recent.probability(earlier, before, symbol, general)))
    read(symbol)
  }
  return scores
}
