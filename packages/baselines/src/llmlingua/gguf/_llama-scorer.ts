import { invalidOption, type SkillStateError } from '@skill-state/protocol'

/** The part of node-llama-cpp 3 that is used. */
export interface LlamaModule {
  getLlama(options: { gpu: false; build: 'never'; maxThreads: number }): Promise<Llama>
}

interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>
  dispose(): Promise<void>
}

interface LlamaModel {
  readonly tokens: { readonly bos: number | null; readonly eos: number | null }
  tokenize(text: string, specialTokens: false): number[]
  detokenize(tokens: readonly number[], specialTokens: false, lastTokens: readonly number[]): string
  createContext(options: { contextSize: number; threads: number }): Promise<{ getSequence(): LlamaSequence }>
}

interface LlamaSequence {
  readonly nextTokenIndex: number
  compareContextTokens(tokens: readonly number[]): { readonly firstDifferentIndex: number }
  eraseContextTokenRanges(ranges: readonly { start: number; end: number }[]): Promise<void>
  controlledEvaluate(input: readonly LlamaInput[]): Promise<readonly (LlamaOutput | undefined)[]>
}

type LlamaInput = number | [token: number, options: { generateNext: LlamaQuestion }]

interface LlamaQuestion {
  readonly logits: { readonly filter: { readonly tokens: readonly number[]; readonly includeSelected: true } }
  readonly totalLogitWeight: true
}

interface LlamaOutput {
  readonly next: { readonly logits?: ReadonlyMap<number, number>; readonly totalLogitWeight?: number }
}

/** A loaded model, in terms of vocabulary entries. */
export interface LlamaScorer {
  readonly encode: (text: string) => readonly number[]
  readonly decode: (ids: readonly number[], earlier: readonly number[]) => string
  /** The logarithm of each entry's probability after the prefix and the entries before it. */
  readonly score: (prefix: readonly number[], ids: readonly number[]) => Promise<readonly number[]>
  readonly close: () => Promise<void>
}

/** Entries whose text depends on those before them look back at no more than this. */
const LOOK_BACK = 4

/**
 * How many entries are read at once changes the figures a little. So what was read is used again in whole groups only, and the figures
 * depend on the text alone.
 */
const GROUP = 64

/** Loads the file. Throws what node-llama-cpp throws if it cannot. */
export async function llamaScorer(
  library: LlamaModule,
  path: string,
  contextSize: number,
): Promise<LlamaScorer> {
  const llama = await library.getLlama({ gpu: false, build: 'never', maxThreads: 1 })
  const model = await llama.loadModel({ modelPath: path })
  const sequence = (await model.createContext({ contextSize, threads: 1 })).getSequence()
  const beginning = model.tokens.bos ?? model.tokens.eos
  if (beginning === null) throw unfit(`${path} has no token that marks the beginning of a text`)
  let last: Promise<unknown> = Promise.resolve()
  return {
    encode: (text) => model.tokenize(text, false),
    decode: (ids, earlier) => model.detokenize(ids, false, earlier.slice(-LOOK_BACK)),
    async score(prefix, ids) {
      const room = contextSize - ids.length - 1
      if (room < 0) throw unfit(`${ids.length} tokens at once are too many for a context of ${contextSize}`)
      const seen = [beginning, ...prefix.slice(Math.max(0, prefix.length - room))]
      const result = last.then(() => read(sequence, [...seen, ...ids], seen.length))
      last = result.catch(() => undefined)
      return result
    },
    close: () => llama.dispose(),
  }
}

/** Reads the entries, and gives the figures of those from `first` on. */
async function read(sequence: LlamaSequence, all: readonly number[], first: number): Promise<number[]> {
  const { firstDifferentIndex } = sequence.compareContextTokens(all)
  const common = Math.min(firstDifferentIndex, first - 1)
  const kept = common - (common % GROUP)
  if (kept < sequence.nextTokenIndex) {
    await sequence.eraseContextTokenRanges([{ start: kept, end: sequence.nextTokenIndex }])
  }
  const scores: number[] = []
  for (let start = kept; start < all.length - 1; start += GROUP) {
    const group = all.slice(start, Math.min(start + GROUP, all.length - 1))
    const next = all.slice(start + 1, start + 1 + group.length)
    const asks = (index: number): boolean => start + index + 1 >= first
    const input = group.map((id, index): LlamaInput => (asks(index) ? ask(id, next[index] ?? id) : id))
    const outputs = await sequence.controlledEvaluate(input)
    for (const [index, id] of next.entries()) {
      if (asks(index)) scores.push(logProbability(outputs[index], id))
    }
  }
  return scores
}

/** Asks for the next entry's logit and for the highest: without a temperature, the likeliest is selected. */
function ask(id: number, next: number): LlamaInput {
  const logits = { filter: { tokens: [next], includeSelected: true } } as const
  return [id, { generateNext: { logits, totalLogitWeight: true } }]
}

/** The total weight is the sum of exp(logit − highest logit) over the vocabulary. */
function logProbability(output: LlamaOutput | undefined, id: number): number {
  const { logits, totalLogitWeight } = output?.next ?? {}
  const logit = logits?.get(id)
  if (logits === undefined || logit === undefined || totalLogitWeight === undefined) {
    throw unfit('node-llama-cpp gave no logits; version 3.22 or newer is needed')
  }
  return logit - Math.max(...logits.values()) - Math.log(totalLogitWeight)
}

function unfit(reason: string): SkillStateError {
  return invalidOption(`ggufCausalModel: ${reason}`)
}
