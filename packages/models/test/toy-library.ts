import type {
  EvaluateOptions,
  Llama,
  LlamaLibrary,
  LlamaModel,
  LlamaSequence,
} from '../src/local/_library.ts'

/** Ends a reply. Every other token is the code of one character. */
const END = 0

export interface ToyOptions {
  /** What the model writes after a prompt as its template has it; it then ends its reply. */
  readonly reply: (prompt: string) => string
  /** Waited for before each token that is written. */
  readonly pace?: () => Promise<void>
  /** Stops of the template, beside the token that ends a reply. */
  readonly stops?: readonly string[]
}

/** What the engine was asked to do. */
export interface ToyLog {
  /** Numbers of tokens that were read at once. */
  readonly reads: number[]
  readonly evaluations: EvaluateOptions[]
  readonly grammars: string[]
  disposals: number
}

/** An engine with the interface of node-llama-cpp, whose model has one token for each character. */
export function toyLibrary(options: ToyOptions): { readonly library: LlamaLibrary; readonly log: ToyLog } {
  const log: ToyLog = { reads: [], evaluations: [], grammars: [], disposals: 0 }
  const text = (content: string) => ({ tokenize: (): number[] => encode(content) })
  const llama: Llama = {
    loadModel: async () => toyModel(options, log),
    createGrammar: async ({ grammar }) => ({ number: log.grammars.push(grammar) }),
    dispose: async () => {
      log.disposals += 1
    },
  }
  const library: LlamaLibrary = {
    getLlama: async () => llama,
    getModuleVersion: async () => '0.0.0',
    resolveChatWrapper: () => ({
      generateContextState: ({ chatHistory: [user] }) => ({
        contextText: text(user?.type === 'user' ? `<${user.text}>` : ''),
        stopGenerationTriggers: [String.fromCharCode(END), ...(options.stops ?? [])].map(text),
      }),
    }),
    LlamaGrammarEvaluationState: class {},
  }
  return { library, log }
}

function toyModel(options: ToyOptions, log: ToyLog): LlamaModel {
  return {
    trainContextSize: 500,
    tokenizer: encode,
    isEogToken: (token) => token === END,
    detokenize: decode,
    createContext: async () => ({ getSequence: () => toySequence(options, log) }),
  }
}

function toySequence({ reply, pace }: ToyOptions, log: ToyLog): LlamaSequence {
  const context: number[] = []
  const read = (tokens: readonly number[]): void => {
    context.push(...tokens)
    log.reads.push(tokens.length)
  }
  return {
    get nextTokenIndex() {
      return context.length
    },
    tokenMeter: { usedInputTokens: 0 },
    compareContextTokens(tokens) {
      const different = tokens.findIndex((token, index) => token !== context[index])
      return { firstDifferentIndex: different === -1 ? tokens.length : different }
    },
    async eraseContextTokenRanges(ranges) {
      for (const { start, end } of ranges) context.splice(start, end - start)
    },
    evaluateWithoutGeneratingNewTokens: async (tokens) => read(tokens),
    async *evaluate(tokens, evaluation) {
      log.evaluations.push(evaluation)
      read(tokens)
      for (const token of [...encode(reply(decode(context))), END]) {
        await pace?.()
        yield token
        context.push(token)
      }
    },
  }
}

function encode(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
}

function decode(tokens: readonly number[]): string {
  return String.fromCharCode(...tokens)
}
