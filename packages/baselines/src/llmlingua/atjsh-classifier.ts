import { loadOptional } from './_load-optional.ts'
import type { TokenClassifier } from './llmlingua-2.ts'

export interface AtjshOptions {
  /** A model on Hugging Face, such as `atjsh/llmlingua-2-js-tinybert-meetingbank`, or a local folder. */
  readonly model: string
  /** The model's family, which decides how its tokens become words. TinyBERT and MobileBERT are `bert`. */
  readonly family: 'bert' | 'xlm-roberta'
  /** Passed to Transformers.js, for instance where the weights lie. */
  readonly modelOptions?: Readonly<Record<string, unknown>> | undefined
  /** The module `@atjsh/llmlingua-2`, where the caller has imported it; by default it is imported from here. */
  readonly library?: unknown
  /** A `Tiktoken` of js-tiktoken, which counts the tokens that the rate is about. Default: o200k_base. */
  readonly tokenizer?: unknown
}

/** The part of @atjsh/llmlingua-2 3 that is used. */
interface AtjshModule {
  readonly LLMLingua2: Readonly<Record<'WithBERTMultilingual' | 'WithXLMRoBERTa', AtjshFactory>>
}

type AtjshFactory = (
  model: string,
  options: {
    readonly transformerJSConfig: { readonly device: 'cpu'; readonly dtype: 'fp32' }
    readonly oaiTokenizer: unknown
    readonly modelSpecificOptions?: Readonly<Record<string, unknown>>
  },
) => Promise<{
  readonly promptCompressor: { compress(text: string, options: { rate: number }): Promise<string> }
}>

interface TiktokenModule {
  readonly Tiktoken: new (ranks: unknown) => unknown
}

const user = 'atjshClassifier'

/**
 * LLMLingua-2 by @atjsh/llmlingua-2 3 with @huggingface/transformers and js-tiktoken, none of which is a
 * dependency of this package. Runs on the processor in full precision; the weights are downloaded where they are
 * not there. Throws `invalid-option` where a package is not installed.
 */
export async function atjshClassifier(options: AtjshOptions): Promise<TokenClassifier> {
  const library = (options.library ?? (await loadOptional('@atjsh/llmlingua-2', user))) as AtjshModule
  const { WithBERTMultilingual, WithXLMRoBERTa } = library.LLMLingua2
  const create = options.family === 'bert' ? WithBERTMultilingual : WithXLMRoBERTa
  const { promptCompressor } = await create(options.model, {
    transformerJSConfig: { device: 'cpu', dtype: 'fp32' },
    oaiTokenizer: options.tokenizer ?? (await o200k()),
    ...(options.modelOptions && { modelSpecificOptions: options.modelOptions }),
  })
  return {
    id: `llmlingua-2:${options.model}`,
    compress: (text, rate) => promptCompressor.compress(text, { rate }),
  }
}

async function o200k(): Promise<unknown> {
  const { Tiktoken } = await loadOptional<TiktokenModule>('js-tiktoken/lite', user)
  const ranks = await loadOptional<{ readonly default: unknown }>('js-tiktoken/ranks/o200k_base', user)
  return new Tiktoken(ranks.default)
}
