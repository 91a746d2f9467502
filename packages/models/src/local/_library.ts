/** The part of node-llama-cpp 3.22 that is used. */
export interface LlamaLibrary {
  getLlama(options: { gpu: false; build: 'never'; maxThreads: number; logLevel: 'error' }): Promise<Llama>
  getModuleVersion(): Promise<string>
  resolveChatWrapper(model: LlamaModel, options: { warningLogs: false }): ChatWrapper
  readonly LlamaGrammarEvaluationState: new (options: { model: LlamaModel; grammar: Grammar }) => GrammarState
}

export interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>
  createGrammar(options: { grammar: string }): Promise<Grammar>
  dispose(): Promise<void>
}

export type Grammar = object

/** How far one reply has come in a grammar. */
type GrammarState = object

export interface LlamaModel {
  /** Tokens of the texts that the model was trained on, at most. */
  readonly trainContextSize: number
  readonly tokenizer: Tokenize
  isEogToken(token: number): boolean
  detokenize(tokens: readonly number[], specialTokens: boolean, lastTokens?: readonly number[]): string
  createContext(options: { contextSize: number; threads: number }): Promise<{ getSequence(): LlamaSequence }>
}

type Tokenize = (text: string, specialTokens?: boolean) => number[]

/** A text some of whose parts are tokens with a meaning of their own, which no other text can be taken for. */
interface LlamaText {
  tokenize(tokenizer: Tokenize): number[]
}

export type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] }

/** Writes a conversation down as the model was taught to read it. */
export interface ChatWrapper {
  generateContextState(options: { chatHistory: readonly ChatItem[] }): {
    readonly contextText: LlamaText
    readonly stopGenerationTriggers: readonly LlamaText[]
  }
}

export interface LlamaSequence {
  readonly nextTokenIndex: number
  readonly tokenMeter: { readonly usedInputTokens: number }
  compareContextTokens(tokens: readonly number[]): { readonly firstDifferentIndex: number }
  eraseContextTokenRanges(ranges: readonly { start: number; end: number }[]): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>
  evaluate(tokens: readonly number[], options: EvaluateOptions): AsyncIterable<number>
}

export interface EvaluateOptions {
  readonly temperature: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly grammarEvaluationState?: GrammarState
  readonly yieldEogToken: true
}
