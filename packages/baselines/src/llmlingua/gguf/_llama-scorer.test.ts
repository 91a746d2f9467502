import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LlamaModule, type LlamaScorer, llamaScorer } from './_llama-scorer.ts'

const VOCABULARY = 50
const BEGINNING = 1
/** An entry that the toy cannot read. */
const BROKEN = 99

/** The toy's logit of an entry after the others: any figure that depends on all of them and their number. */
function logitOf(context: readonly number[], id: number): number {
  const mixed = context.reduce((sum, entry, index) => sum + (entry + 1) * (index + 3), id * 7)
  return (mixed % 13) / 3
}

/** What the figures must be, from the definition. */
function expected(prefix: readonly number[], ids: readonly number[]): readonly number[] {
  return ids.map((id, index) => {
    const context = [BEGINNING, ...prefix, ...ids.slice(0, index)]
    const weights = Array.from({ length: VOCABULARY }, (_, other) => Math.exp(logitOf(context, other)))
    return logitOf(context, id) - Math.log(weights.reduce((sum, weight) => sum + weight, 0))
  })
}

/** A library with the toy as its model. It keeps what it has read, as node-llama-cpp does. */
function toyLibrary(read: number[][] = []): LlamaModule {
  let known: number[] = []
  const answer = (id: number) => {
    const logits = Array.from({ length: VOCABULARY }, (_, other) => logitOf(known, other))
    const highest = Math.max(...logits)
    const totalLogitWeight = logits.reduce((sum, logit) => sum + Math.exp(logit - highest), 0)
    const shown = [id, logits.indexOf(highest)].map((entry) => [entry, logits[entry] ?? 0] as const)
    return { next: { logits: new Map(shown), totalLogitWeight } }
  }
  const sequence = {
    get nextTokenIndex() {
      return known.length
    },
    compareContextTokens(tokens: readonly number[]) {
      const at = known.findIndex((token, index) => token !== tokens[index])
      return { firstDifferentIndex: at === -1 ? known.length : at }
    },
    async eraseContextTokenRanges(ranges: readonly { start: number; end: number }[]) {
      for (const { start, end } of ranges) known = [...known.slice(0, start), ...known.slice(end)]
    },
    async controlledEvaluate(input: readonly unknown[]) {
      read.push([known.length, input.length])
      return input.map((item) => {
        const [token, options] = (Array.isArray(item) ? item : [item]) as [number, Options?]
        if (token === BROKEN) throw new Error('a broken entry')
        known.push(token)
        return options && answer(options.generateNext.logits.filter.tokens[0] ?? 0)
      })
    },
  }
  const model = {
    tokens: { bos: BEGINNING, eos: 2 },
    tokenize: (text: string) => Array.from(text).map(Number),
    detokenize: (tokens: readonly number[]) => tokens.join(''),
    createContext: async () => ({ getSequence: () => sequence }),
  }
  return { getLlama: async () => ({ loadModel: async () => model, dispose: async () => {} }) }
}

interface Options {
  readonly generateNext: { readonly logits: { readonly filter: { readonly tokens: readonly number[] } } }
}

const load = (read?: number[][], contextSize = 1000): Promise<LlamaScorer> =>
  llamaScorer(toyLibrary(read), 'toy.gguf', contextSize)

describe('llamaScorer', () => {
  const entries = fc.array(fc.integer({ min: 0, max: VOCABULARY - 1 }), { maxLength: 200 })
  it('gives each entry the logarithm of its probability, whatever was read before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(entries, entries), { maxLength: 4 }),
        entries,
        async (calls, start) => {
          const scorer = await load()
          for (const [rest, ids] of calls) {
            const prefix = [...start, ...rest]
            const wanted = expected(prefix, ids)
            const scores = await scorer.score(prefix, ids)
            expect(scores).toHaveLength(wanted.length)
            for (const [index, score] of scores.entries()) expect(score).toBeCloseTo(wanted[index] ?? 1, 9)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('reads in groups that begin at multiples of 64, and reads whole common groups once', async () => {
    const read: number[][] = []
    const scorer = await load(read)
    const prefix = Array.from({ length: 150 }, (_, index) => index % VOCABULARY)
    await scorer.score(prefix, [3, 4])
    expect(read.splice(0)).toEqual([
      [0, 64],
      [64, 64],
      [128, 24],
    ])
    await scorer.score(prefix, [5, 6, 7])
    expect(read.splice(0)).toEqual([[128, 25]])
    await scorer.score(prefix.slice(0, 100), [5])
    expect(read.splice(0)).toEqual([[64, 37]])
  })

  it('gives all figures again for what it has read already', async () => {
    const scorer = await load()
    const ids = Array.from({ length: 140 }, (_, index) => index % VOCABULARY)
    const scores = await scorer.score([1, 2], ids)
    expect(scores).toHaveLength(140)
    expect(await scorer.score([1, 2], ids)).toEqual(scores)
  })

  it('lets calls wait for each other', async () => {
    const scorer = await load()
    const prefixes = [3, 4].map((entry) => Array<number>(150).fill(entry))
    const scores = await Promise.all(prefixes.map((prefix) => scorer.score(prefix, [5])))
    for (const [index, prefix] of prefixes.entries()) {
      expect(scores[index]?.[0]).toBeCloseTo(expected(prefix, [5])[0] ?? 1, 9)
    }
  })

  it('continues after a call that failed', async () => {
    const scorer = await load()
    await expect(scorer.score([BROKEN], [1])).rejects.toThrow('a broken entry')
    expect(await scorer.score([4], [5])).toHaveLength(1)
  })

  it('rejects more tokens at once than the context holds', async () => {
    const scorer = await load(undefined, 20)
    await expect(scorer.score([], Array(20).fill(1))).rejects.toMatchObject({ code: 'invalid-option' })
    expect(await scorer.score([], Array(19).fill(1))).toHaveLength(19)
  })

  it('leaves out the beginning of a prefix that is too long', async () => {
    const scorer = await load(undefined, 10)
    const prefix = Array.from({ length: 30 }, (_, index) => index)
    expect(await scorer.score(prefix, [1, 2])).toEqual(await scorer.score(prefix.slice(-7), [1, 2]))
  })

  it('says so if the library gives no logits', async () => {
    const library = toyLibrary()
    const silent: LlamaModule = {
      getLlama: async (options) => {
        const llama = await library.getLlama(options)
        const model = await llama.loadModel({ modelPath: '' })
        const context = await model.createContext({ contextSize: 10, threads: 1 })
        const sequence = Object.create(context.getSequence(), {
          controlledEvaluate: { value: async () => [] },
        })
        const createContext = async () => ({ getSequence: () => sequence })
        return { ...llama, loadModel: async () => ({ ...model, createContext }) }
      },
    }
    const scorer = await llamaScorer(silent, 'toy.gguf', 10)
    await expect(scorer.score([], [1])).rejects.toMatchObject({ code: 'invalid-option' })
  })
})
