import type { PriceSheet } from '@skill-state/protocol'
import { known } from '../values/known.ts'
import type { ModelCapabilities, Provider } from './capabilities.ts'

/** What is known of some models of a provider. */
export interface Row {
  /** The models' names at the provider. */
  readonly models: RegExp
  /** The pages that say so. */
  readonly sources: readonly string[]
  readonly known: Partial<ModelCapabilities>
}

/** When the pages were read, in copies and quotations up to a few months old. What none confirms is left out. */
const READ = '2026-11-21'

const OPENAI = 'https://developers.openai.com/api/docs'
const CLAUDE = 'https://platform.claude.com/docs/en'
const GEMINI = 'https://ai.google.dev/gemini-api/docs'
const MODELS_DEV = 'https://models.dev'
const WHICH_LLM = 'https://whichllm.io/models/merge-gateway-openai--gpt-4-1'

/** US dollars for a million tokens: input, read from a cache, written to a cache, output. */
function prices(
  input: number,
  cacheRead: number | undefined,
  cacheWrite: number | undefined,
  output: number,
): PriceSheet {
  return {
    date: READ,
    input,
    ...known({ cacheRead, cacheWrite }),
    output,
  }
}

/** A model with or without the date of a snapshot. */
function named(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.')}(-\\d{4}-\\d{2}-\\d{2}|-\\d{8})?$`)
}

/**
 * GPT-5.6 and later: reasoning models that refuse temperature and top-p unless they do not reason, cache where
 * breakpoints ask for it, and charge for that.
 */
function reasoningGpt(name: string, sheet: PriceSheet): Row {
  return {
    models: named(name),
    sources: [
      `${OPENAI}/models/${name}`,
      `${OPENAI}/guides/prompt-caching`,
      `${OPENAI}/guides/structured-outputs`,
    ],
    known: {
      dialect: 'openai-strict',
      native: 'messages',
      sampling: [],
      contextTokens: 1_050_000,
      outputTokenLimit: 128_000,
      caching: 'breakpoints',
      cacheMinimumTokens: 1024,
      prices: sheet,
      notes: ['prices are those of requests with at most 272,000 input tokens'],
    },
  }
}

/** Models before GPT-5.6, which cache by themselves and do not charge for it. */
function earlierGpt(name: string, known: Partial<ModelCapabilities>, page: string): Row {
  return {
    models: named(name),
    sources: [page, `${OPENAI}/guides/prompt-caching`, `${OPENAI}/guides/structured-outputs`],
    known: {
      dialect: 'openai-strict',
      native: 'messages',
      sampling: [],
      caching: 'automatic',
      cacheMinimumTokens: 1024,
      ...known,
    },
  }
}

/** Claude 4.7 and later: a request with temperature, top-p or top-k is refused, or not documented to be accepted. */
function claude(name: string, known: Partial<ModelCapabilities>, page: string): Row {
  return {
    models: named(name),
    sources: [
      page,
      `${CLAUDE}/build-with-claude/structured-outputs`,
      `${CLAUDE}/build-with-claude/prompt-caching`,
    ],
    known: { dialect: 'anthropic', native: 'calls', sampling: [], caching: 'breakpoints', ...known },
  }
}

function claudePage(name: string): string {
  return `${CLAUDE}/models/${name}/overview`
}

/** Gemini takes a schema from 2.5 on, and caches by itself. */
function gemini(name: string, known: Partial<ModelCapabilities>, page: string): Row {
  return {
    models: new RegExp(`^${name.replaceAll('.', '\\.')}(-preview)?(-\\d{2}-\\d{4}|-\\d{3})?$`),
    sources: [page, `${GEMINI}/structured-output`, `${GEMINI}/pricing`, `${GEMINI}/caching`],
    known: {
      dialect: 'gemini',
      native: 'messages',
      sampling: [],
      contextTokens: 1_048_576,
      outputTokenLimit: 65_536,
      caching: 'automatic',
      ...known,
    },
  }
}

/** Whatever model a server of one's own runs. How long its context is, the server knows. */
function anyModel(known: Partial<ModelCapabilities>, ...sources: readonly string[]): Row {
  return { models: /^/, sources, known: { sampling: ['temperature', 'topP', 'topK', 'seed'], ...known } }
}

const gpt5 = { contextTokens: 400_000, outputTokenLimit: 128_000 }
const gpt41: Partial<ModelCapabilities> = {
  contextTokens: 1_047_576,
  outputTokenLimit: 32_768,
  sampling: ['temperature', 'topP'],
}
const gpt4o: Partial<ModelCapabilities> = {
  contextTokens: 128_000,
  outputTokenLimit: 16_384,
  sampling: ['temperature', 'topP'],
}
const wide = { contextTokens: 1_000_000, outputTokenLimit: 128_000 }
const narrow = { contextTokens: 200_000, outputTokenLimit: 64_000 }
/** Temperature or top-p, but not both at once. */
const oneOfBoth: Partial<ModelCapabilities> = { sampling: ['temperature', 'topP', 'topK'] }

/** Of two rows that fit, the first one counts. */
export const table: Readonly<Record<Provider, readonly Row[]>> = {
  openai: [
    reasoningGpt('gpt-6.2-astra', prices(8, 0.4, 10, 40)),
    reasoningGpt('gpt-6.2-sol', prices(2, 0.1, 2.5, 10)),
    reasoningGpt('gpt-6.1-sol', prices(2, 0.1, 2.5, 10)),
    reasoningGpt('gpt-6-astra', prices(10, 1, 12.5, 50)),
    reasoningGpt('gpt-6-sol', prices(2, 0.2, 2.5, 10)),
    reasoningGpt('gpt-6-luna', prices(0.1, 0.01, 0.125, 0.5)),
    reasoningGpt('gpt-5.6', prices(4, 0.4, 5, 20)),
    reasoningGpt('gpt-5.6-sol', prices(4, 0.4, 5, 20)),
    reasoningGpt('gpt-5.6-terra', prices(2, 0.2, 2.5, 12)),
    reasoningGpt('gpt-5.6-luna', prices(0.2, 0.02, 0.25, 1.2)),
    earlierGpt(
      'gpt-5.4',
      { contextTokens: 1_050_000, outputTokenLimit: 128_000, prices: prices(2.5, 0.25, undefined, 15) },
      MODELS_DEV,
    ),
    earlierGpt(
      'gpt-5.5',
      {
        contextTokens: 1_050_000,
        outputTokenLimit: 128_000,
        prices: prices(5, 0.5, undefined, 30),
        notes: ['prices are those of requests with at most 272,000 input tokens'],
      },
      MODELS_DEV,
    ),
    earlierGpt('gpt-5.2', { ...gpt5, prices: prices(1.75, 0.175, undefined, 14) }, MODELS_DEV),
    earlierGpt('gpt-5.1', { ...gpt5, prices: prices(1.25, 0.125, undefined, 10) }, MODELS_DEV),
    earlierGpt('gpt-5', { ...gpt5, prices: prices(1.25, 0.125, undefined, 10) }, MODELS_DEV),
    earlierGpt('gpt-5-mini', { ...gpt5, prices: prices(0.25, 0.025, undefined, 2) }, MODELS_DEV),
    earlierGpt('gpt-5-nano', { ...gpt5, prices: prices(0.05, 0.005, undefined, 0.4) }, MODELS_DEV),
    earlierGpt('gpt-4.1', { ...gpt41, prices: prices(2, 0.5, undefined, 8) }, WHICH_LLM),
    earlierGpt(
      'gpt-4.1-mini',
      { ...gpt41, prices: prices(0.4, undefined, undefined, 1.6) },
      `${OPENAI}/models/gpt-4.1-mini`,
    ),
    earlierGpt(
      'gpt-4.1-nano',
      { ...gpt41, prices: prices(0.1, 0.025, undefined, 0.4) },
      `${OPENAI}/models/gpt-4.1-nano`,
    ),
    earlierGpt(
      'gpt-4o',
      { ...gpt4o, prices: prices(2.5, undefined, undefined, 10) },
      'https://deploybase.ai/articles/openai-pricing',
    ),
    earlierGpt(
      'gpt-4o-mini',
      { ...gpt4o, prices: prices(0.15, undefined, undefined, 0.6) },
      `${OPENAI}/models/gpt-4o-mini`,
    ),
  ],
  anthropic: [
    claude(
      'claude-fable-5-1',
      { ...wide, prices: prices(10, undefined, undefined, 50) },
      claudePage('fable-5-1'),
    ),
    claude('claude-opus-5-5', { ...wide, prices: prices(4, 0.2, 5, 20) }, claudePage('opus-5-5')),
    claude(
      'claude-opus-5',
      { ...wide, cacheMinimumTokens: 512, prices: prices(5, 0.5, 6.25, 25) },
      claudePage('opus-5'),
    ),
    claude('claude-sonnet-5-5', { ...wide, prices: prices(2, 0.2, 2.5, 10) }, claudePage('sonnet-5-5')),
    claude(
      'claude-sonnet-5',
      { ...wide, cacheMinimumTokens: 1024, prices: prices(2, 0.2, 2.5, 10) },
      claudePage('sonnet-5'),
    ),
    claude(
      'claude-haiku-5-5',
      {
        ...wide,
        prices: prices(0.1, 0.01, 0.125, 0.5),
        notes: ['prices are those of prompts with at most 100,000 tokens'],
      },
      claudePage('haiku-5-5'),
    ),
    claude(
      'claude-opus-4-8',
      { ...wide, cacheMinimumTokens: 1024, prices: prices(5, 0.5, 6.25, 25) },
      MODELS_DEV,
    ),
    claude(
      'claude-opus-4-7',
      { ...wide, cacheMinimumTokens: 2048, prices: prices(5, 0.5, 6.25, 25) },
      MODELS_DEV,
    ),
    claude(
      'claude-opus-4-6',
      { ...wide, ...oneOfBoth, cacheMinimumTokens: 4096, prices: prices(5, 0.5, 6.25, 25) },
      MODELS_DEV,
    ),
    claude(
      'claude-opus-4-5',
      { ...narrow, ...oneOfBoth, cacheMinimumTokens: 4096, prices: prices(5, 0.5, 6.25, 25) },
      claudePage('opus-4-5'),
    ),
    claude(
      'claude-sonnet-4-6',
      {
        ...oneOfBoth,
        contextTokens: 1_000_000,
        outputTokenLimit: 64_000,
        cacheMinimumTokens: 1024,
        prices: prices(3, 0.3, 3.75, 15),
      },
      MODELS_DEV,
    ),
    claude(
      'claude-sonnet-4-5',
      { ...narrow, ...oneOfBoth, cacheMinimumTokens: 1024, prices: prices(3, 0.3, 3.75, 15) },
      MODELS_DEV,
    ),
    claude(
      'claude-haiku-4-5',
      { ...narrow, ...oneOfBoth, cacheMinimumTokens: 4096, prices: prices(1, 0.1, 1.25, 5) },
      MODELS_DEV,
    ),
  ],
  gemini: [
    gemini(
      'gemini-3.8-flash',
      {
        cacheMinimumTokens: 4096,
        prices: prices(0.75, 0.075, undefined, 3.75),
        notes: ['prices double on 2027-01-01'],
      },
      `${GEMINI}/models/gemini-3.8-flash`,
    ),
    gemini('gemini-3.7-flash', { prices: prices(0.75, undefined, undefined, 3.75) }, `${GEMINI}/models`),
    gemini(
      'gemini-3.1-pro',
      {
        prices: prices(2, 0.2, undefined, 12),
        notes: ['prices are those of prompts with at most 200,000 tokens'],
      },
      MODELS_DEV,
    ),
    gemini('gemini-3.1-flash-lite', { prices: prices(0.25, 0.025, undefined, 1.5) }, `${GEMINI}/models`),
    gemini(
      'gemini-3-pro',
      {
        contextTokens: 1_000_000,
        outputTokenLimit: 64_000,
        sampling: ['temperature', 'topP'],
        prices: prices(2, 0.2, undefined, 12),
        notes: ['prices are those of prompts with at most 200,000 tokens'],
      },
      MODELS_DEV,
    ),
    gemini(
      'gemini-3-flash',
      { sampling: ['temperature', 'topP'], prices: prices(0.5, 0.05, undefined, 3) },
      MODELS_DEV,
    ),
    gemini(
      'gemini-2.5-pro',
      {
        sampling: ['temperature', 'topP'],
        prices: prices(1.25, 0.125, undefined, 10),
        notes: ['prices are those of prompts with at most 200,000 tokens'],
      },
      MODELS_DEV,
    ),
    gemini(
      'gemini-2.5-flash-lite',
      { sampling: ['temperature', 'topP'], prices: prices(0.1, 0.01, undefined, 0.4) },
      MODELS_DEV,
    ),
    gemini(
      'gemini-2.5-flash',
      { sampling: ['temperature', 'topP'], prices: prices(0.3, 0.03, undefined, 2.5) },
      MODELS_DEV,
    ),
  ],
  // It says what a request cost in each response, and its prices change with the service that answers.
  openrouter: [
    {
      models: /^openai\/gpt-(4o|4\.1|[5-9])/,
      sources: ['https://openrouter.ai/docs/structured-outputs'],
      known: { dialect: 'openai-strict', native: 'messages', sampling: [], caching: 'automatic' },
    },
  ],
  vllm: [
    anyModel(
      { dialect: 'xgrammar', native: 'messages', caching: 'automatic' },
      'https://docs.vllm.ai/en/latest/features/structured_outputs.html',
      'https://docs.vllm.ai/en/latest/features/automatic_prefix_caching.html',
    ),
  ],
  llamacpp: [
    anyModel(
      { dialect: 'gbnf', native: 'messages', caching: 'automatic' },
      'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
      'https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md',
    ),
  ],
  ollama: [
    anyModel(
      { dialect: 'ollama', native: 'messages' },
      'https://docs.ollama.com/capabilities/structured-outputs',
    ),
  ],
  local: [anyModel({ dialect: 'gbnf' }, 'https://node-llama-cpp.withcat.ai/guide/grammar')],
}
