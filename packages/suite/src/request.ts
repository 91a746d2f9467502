import { type Fields, field } from '@skill-state/eval/options'
import { invalidOption } from '@skill-state/protocol'
import { z } from 'zod'

const { amount, entry, flag, listOf, option, repeated, text, whole } = field

/** Few enough to be planned at once. */
export const MAX_SEEDS = 1_000_000
const MAX_HORIZON = 1_000_000

const DEFAULT_SHUFFLE = 1

/** Options of benchmarks and runtimes, by the name of what has them: each as it was typed. */
export type OptionSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

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
  readonly dryRun?: boolean | undefined
}

/** What a command asks to run. What it leaves out, the experiment or the suite file says. */
export interface Request extends Omit<ModelSettings, 'concurrency'>, field.LimitFlags {
  readonly model?: string | undefined
  readonly benchmark?: string | undefined
  readonly runtime?: readonly string[] | undefined
  readonly horizon?: readonly number[] | undefined
  readonly seeds?: number | undefined
  readonly maxSteps?: number | undefined
  readonly maxEpisodeTokens?: number | undefined
  readonly set?: OptionSettings | undefined
  readonly only?: readonly string[] | undefined
  readonly task?: readonly string[] | undefined
  readonly limit?: number | undefined
  readonly shuffle?: number | undefined
}

const asked = {
  temperature: option(amount, '<x>', 'sampling temperature (default: 0, if the model takes one)'),
  topP: option(amount, '<x>', 'nucleus sampling (default: 1, if the model takes it)'),
  maxOutputTokens: option(whole(), '<n>', 'most tokens of a reply'),
  reasoningEffort: option(text, '<word>', "reasoning effort, in the provider's word"),
  baseUrl: option(text, '<url>', "another address of the provider's API"),
  modelInfo: option(text, '<file>', 'JSON file that overrides prices and limits'),
}

/** The folders of one machine that keep its replies. */
const kept = {
  record: option(text, '<dir>', 'keep each request and response in this folder'),
  cache: option(text, '<dir>', 'answer repeated requests from this folder'),
}

/** How a model is asked, and which folders keep its replies. */
export const modelFields: Fields<Omit<ModelSettings, 'tokensPerMinute' | 'concurrency' | 'dryRun'>> = {
  ...asked,
  ...kept,
}

/** What is run. A suite file says it itself, so that it cannot be said beside one. */
const described = {
  model: option(text, '<name>', 'the model that decides, as provider:model (default: reference)'),
  runtime: option(listOf(entry), '<names>', 'only these runtimes, as a,b'),
  benchmark: option(text, '<name>', 'another benchmark: its name, or the path of its module'),
  set: repeated(
    z.preprocess(readSettings, z.custom<OptionSettings>()),
    '<option>',
    'option of a benchmark or runtime, as skill-state.attempts=1',
  ),
  horizon: option(listOf(whole(MAX_HORIZON)), '<list>', 'other horizons, as 10,25'),
  seeds: option(whole(MAX_SEEDS), '<n>', 'number of seeds'),
}

const limits = {
  maxSteps: option(whole(), '<n>', 'end an episode after n steps, as truncated'),
  maxEpisodeTokens: option(whole(), '<n>', 'never send a call that could take an episode past n tokens'),
}

/**
 * The options of a request, in the order of the help. Those that `IN_THE_FILE` and `OF_ONE_MACHINE` do not name may be said
 * beside a suite file, and workers plan by them.
 */
export const requestFields: Fields<Request> = {
  ...described,
  only: option(listOf(entry), '<globs>', 'only benchmarks that match a pattern, as warehouse,repo*'),
  task: option(listOf(entry), '<globs>', 'only tasks that match a pattern, as t0010-*'),
  limit: option(whole(), '<n>', 'only the first n episodes'),
  shuffle: option(
    z.preprocess((given) => (given === true ? DEFAULT_SHUFFLE : given), whole()),
    '[seed]',
    'shuffle the episodes by this seed (default: 1)',
  ),
  ...asked,
  ...kept,
  ...limits,
  ...field.limits('in the run'),
  tokensPerMinute: option(whole(), '<n>', "most tokens that a provider's key may use in a minute"),
  dryRun: flag('only list the episodes and predict their calls and cost'),
}

/** The options of a request that a suite file says itself. */
export const IN_THE_FILE: readonly (keyof Request)[] = keysOf({ ...described, ...asked, ...limits })

/** The options of a request that name folders of one machine. */
export const OF_ONE_MACHINE: readonly (keyof Request)[] = keysOf(kept)

function keysOf<T extends object>(fields: T): readonly (keyof T)[] {
  return Object.keys(fields) as (keyof T)[]
}

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

const OF_A_MODEL = ['model', 'tokensPerMinute', ...Object.keys(modelFields)]

/** The request without a model and how it is asked. */
export function withoutModel(request: Request): Request {
  const others = Object.entries(request).filter(([option]) => !OF_A_MODEL.includes(option))
  return Object.fromEntries(others)
}
