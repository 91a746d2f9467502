import { amount, entry, listOf, readOptions, text, whole } from '@skill-state/eval/command-line'
import { invalidOption } from '@skill-state/protocol'
import { z } from 'zod'

/** Few enough to be planned at once. */
export const MAX_SEEDS = 1_000_000
const MAX_HORIZON = 1_000_000

const DEFAULT_SHUFFLE = 1

/** Options of benchmarks and runtimes, by the name of what has them: each as it was typed. */
export type OptionSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** How a model is asked. */
export interface ModelSettings {
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly reasoningEffort?: string | undefined
  readonly baseUrl?: string | undefined
  /** A JSON file that overrides prices and limits of the model. */
  readonly modelInfo?: string | undefined
  /** Most tokens that the model's key may use in a minute. Says how calls are sent, not what is run. */
  readonly tokensPerMinute?: number | undefined
  /** Most calls of the model that one process may have under way at once; a suite file says it. */
  readonly concurrency?: number | undefined
  /** Folder in which each request and response is kept. */
  readonly record?: string | undefined
  /** Folder of a response cache. */
  readonly cache?: string | undefined
  /** Nothing is written. */
  readonly dryRun?: boolean | undefined
}

/** What a command asks to run. What it leaves out, the experiment or the suite file says. */
export interface Request extends Omit<ModelSettings, 'concurrency'> {
  readonly model?: string | undefined
  readonly benchmark?: string | undefined
  readonly runtime?: readonly string[] | undefined
  readonly horizon?: readonly number[] | undefined
  /** How many. */
  readonly seeds?: number | undefined
  readonly maxSteps?: number | undefined
  readonly maxEpisodeTokens?: number | undefined
  readonly set?: OptionSettings | undefined
  readonly only?: readonly string[] | undefined
  readonly task?: readonly string[] | undefined
  readonly limit?: number | undefined
  /** Seed of an order. */
  readonly shuffle?: number | undefined
  readonly maxTokens?: number | undefined
  readonly maxCost?: number | undefined
}

type Fields<K extends keyof Request> = { readonly [Key in K]: z.ZodType<Request[Key]> }

/** What is run. A suite file says it itself, so that it cannot be said beside one. */
const described = {
  model: text,
  benchmark: text,
  runtime: listOf(entry),
  horizon: listOf(whole(MAX_HORIZON)),
  seeds: whole(MAX_SEEDS),
  maxSteps: whole(),
  maxEpisodeTokens: whole(),
  temperature: amount,
  topP: amount,
  maxOutputTokens: whole(),
  reasoningEffort: text,
  baseUrl: text,
  modelInfo: text,
  set: z.preprocess(readSettings, z.custom<OptionSettings>()),
} satisfies Partial<Fields<keyof Request>>

/** How much of it is run, and under which limits. It may be said beside a suite file, and workers plan by it. */
const beside = {
  only: listOf(entry),
  task: listOf(entry),
  limit: whole(),
  shuffle: z.preprocess((given) => (given === true ? DEFAULT_SHUFFLE : given), whole()),
  maxTokens: whole(),
  maxCost: amount,
  tokensPerMinute: whole(),
} satisfies Partial<Fields<keyof Request>>

/** What means nothing to workers on other machines. */
const local = { record: text, cache: text, dryRun: z.boolean() } satisfies Partial<Fields<keyof Request>>

const fields: Fields<keyof Request> = { ...described, ...beside, ...local }

/** Reads a request: options as they were typed, or as they are in JSON. Throws `invalid-option`. */
export function readRequest(given: Readonly<Record<string, unknown>>): Request {
  return readOptions(fields, given)
}

/** The options of a request that a suite file says itself. */
export const IN_THE_FILE: readonly (keyof Request)[] = Object.keys(described) as (keyof Request)[]

/** The options of a request that name folders of one machine. */
export const OF_ONE_MACHINE: readonly (keyof Request)[] = ['record', 'cache']

/** Reads `tau-bench.domain=retail`, once or more. */
function readSettings(given: unknown): unknown {
  if (!Array.isArray(given)) return given
  const settings: Record<string, Record<string, string>> = {}
  for (const each of given) {
    const [, name, option, value] = /^([^.=]+)\.([^.=]+)=(.*)$/s.exec(String(each)) ?? []
    if (name === undefined || option === undefined || value === undefined) {
      const message = `--set: "${each}" is not of the form name.option=value, such as tau-bench.domain=retail or skill-state.attempts=1`
      throw invalidOption(message)
    }
    settings[name] = { ...settings[name], [option]: value }
  }
  return settings
}

const OF_A_MODEL = [
  'model',
  'temperature',
  'topP',
  'maxOutputTokens',
  'reasoningEffort',
  'baseUrl',
  'modelInfo',
  'tokensPerMinute',
  'record',
  'cache',
] as const satisfies readonly (keyof Request)[]

/** The request without a model and how it is asked. */
export function withoutModel(request: Request): Request {
  const others = Object.entries(request).filter(([option]) => !OF_A_MODEL.some((own) => own === option))
  return Object.fromEntries(others)
}
