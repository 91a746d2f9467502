import { digest } from '../../trace/digest.ts'
import type { CallLine, EndLine } from '../../trace/trace.ts'
import type { Trace } from '../../trace/trace-file.ts'
import { episodeMs, timedSteps } from '../durations.ts'
import { assistant, messagesOf, outputOf, plain, user } from './messages.ts'
import { sumUsages, usageOf } from './usage.ts'

export interface SampleOptions {
  /** The problem that the episode tries, and which try it is, from 1. */
  readonly id: string
  readonly epoch: number
  /** When the episode began, in milliseconds since 1970: traces hold no clock. */
  readonly startMs: number
  /** The prompts of the calls: given, the sample has an event with the whole prompt for each. */
  readonly prompts?: readonly string[] | undefined
  /** Limits that the run set, by which a truncated episode ended. */
  readonly limits?: { readonly steps?: number; readonly tokens?: number } | undefined
}

/** A whole episode as a sample of Inspect's. */
export function inspectSample(trace: Trace & { readonly end: EndLine }, options: SampleOptions): object {
  const { episode, reset, calls, attempts, steps, end } = trace
  const uuid = digest(JSON.stringify(trace)).slice(0, 22)
  const seconds = episodeMs(trace) / 1000
  const usage = sumUsages(calls.map(usageOf))
  return {
    id: options.id,
    epoch: options.epoch,
    input: reset?.observation.text ?? '',
    target: '',
    messages: [...messagesOf(trace, uuid)],
    output: lastOutput(calls, uuid),
    scores: scoresOf(end),
    metadata: plain({ ...episode, steps: steps.length, attempts, end }),
    store: {},
    events: options.prompts === undefined ? [] : [...modelEvents(trace, uuid, options)],
    model_usage: usage === undefined ? {} : { [inspectModel(episode.model)]: usage },
    total_time: seconds,
    working_time: seconds,
    uuid,
    error: errorOf(end),
    attachments: {},
    limit: limitOf(end, options),
  }
}

/** `provider:model` as Inspect writes it, `provider/model`. */
export function inspectModel(id: string): string {
  return id.replace(':', '/')
}

function lastOutput(calls: readonly CallLine[], uuid: string): object {
  const call = calls.at(-1)
  if (call === undefined) return { model: '', choices: [], completion: '' }
  const number = calls.filter(({ step }) => step === call.step).length - 1
  return outputOf(call, assistant(uuid, call, number))
}

function scoresOf({ outcome }: EndLine): object | undefined {
  if (outcome === undefined) return undefined
  const figures = Object.entries({ ...outcome.metrics, reward: outcome.reward })
  return Object.fromEntries(figures.map(([name, value]) => [name, { value }]))
}

function errorOf(end: EndLine): object | undefined {
  if (end.status !== 'failed') return undefined
  const { code, message } = end.error
  return { message: `${code}: ${message}`, traceback: '', traceback_ansi: '' }
}

/** Inspect knows no limit of steps, and says of each how much was allowed: what is not known of it stays in the metadata. */
function limitOf(end: EndLine, { limits = {} }: SampleOptions): object | undefined {
  if (end.status !== 'truncated') return undefined
  const limit = end.limit === 'steps' || end.limit === 'tokens' ? limits[end.limit] : undefined
  return limit === undefined ? undefined : { type: end.limit === 'tokens' ? 'token' : 'custom', limit }
}

function* modelEvents(
  trace: Trace,
  uuid: string,
  { startMs, prompts = [] }: SampleOptions,
): Generator<object> {
  const at = (ms: number): string => new Date(startMs + ms).toISOString()
  let index = 0
  for (const { calls } of timedSteps(trace)) {
    for (const [number, timed] of calls.entries()) {
      const prompt = prompts[index]
      index += 1
      if (prompt === undefined) return
      const { call } = timed
      const id = `${uuid}/t${call.step}p${number}`
      yield {
        event: 'model',
        uuid: digest(id).slice(0, 22),
        timestamp: at(timed.startMs),
        working_start: timed.startMs / 1000,
        model: inspectModel(trace.episode.model),
        input: [user(id, prompt, {})],
        tools: [],
        tool_choice: 'none',
        config: {},
        output: outputOf(call, assistant(uuid, call, number)),
        cache: call.replayed && 'read',
        completed: at(timed.endMs),
        working_time: call.durationMs / 1000,
      }
    }
  }
}
