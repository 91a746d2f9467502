import { digest } from '../../trace/digest.ts'
import type { AttemptLine } from '../../trace/trace.ts'
import type { Trace } from '../../trace/trace-file.ts'
import { episodeMs, type TimedStep, timedSteps } from '../durations.ts'
import {
  callAttributes,
  episodeAttributes,
  splitModel,
  stepAttributes,
  toolAttributes,
  toolName,
} from './conventions.ts'

interface SpanOptions {
  /** When the episode began, in milliseconds since 1970: traces hold no clock. */
  readonly startMs: number
  /** The prompts of the calls: given, spans hold what was sent and said, which the conventions leave out by default. */
  readonly prompts?: readonly string[] | undefined
}

type Plain = string | number | boolean | readonly string[]
type Values = Readonly<Record<string, Plain | undefined>>

interface Told {
  readonly name: string
  /** Default: internal. */
  readonly kind?: keyof typeof SPAN_KIND
  /** The place of the span that it is in. */
  readonly parent?: string
  readonly fromMs: number
  readonly toMs: number
  readonly values: Values
  /** Requests that gave no response. */
  readonly failures?: readonly AttemptLine[]
  readonly error?: string | undefined
}

/** Makes a span of the episode, named by its place in it, as OTLP/JSON has it (opentelemetry-proto, `trace.proto`). */
type MakeSpan = (place: string, told: Told) => object

/**
 * An episode as spans by the GenAI conventions: the agent's invocation, in it a span for each step, and in that a
 * `chat` span for each call and an `execute_tool` span for what the environment did. Ids follow from the trace's
 * content, so that the same trace has the same spans each time.
 */
export function* episodeSpans(trace: Trace, { startMs, prompts }: SpanOptions): Generator<object> {
  const { end } = trace
  const make = spanMaker(trace, startMs)
  yield make('episode', {
    name: `invoke_agent ${trace.episode.runtime}`,
    fromMs: 0,
    toMs: episodeMs(trace),
    values: episodeAttributes(trace),
    error: end?.status === 'failed' ? end.error.message : undefined,
  })
  let call = 0
  for (const timed of timedSteps(trace)) {
    yield* stepSpans(trace, timed, make, prompts?.slice(call, call + timed.calls.length))
    call += timed.calls.length
  }
}

const SPAN_KIND = { internal: 1, client: 3 } as const

function spanMaker(trace: Trace, startMs: number): MakeSpan {
  const traceId = digest(JSON.stringify(trace)).slice(0, 32)
  const idOf = (place: string): string => digest(`${traceId} ${place}`).slice(0, 16)
  const at = (ms: number): string =>
    String(BigInt(Math.round(startMs)) * 1_000_000n + BigInt(Math.round(ms * 1_000_000)))
  return (place, { parent, fromMs, toMs, values, name, kind = 'internal', failures = [], error }) => ({
    traceId,
    spanId: idOf(place),
    parentSpanId: parent === undefined ? undefined : idOf(parent),
    name,
    kind: SPAN_KIND[kind],
    startTimeUnixNano: at(fromMs),
    endTimeUnixNano: at(toMs),
    attributes: attributes(values),
    events:
      failures.length === 0
        ? undefined
        : failures.map((failure) => ({ ...exceptionEvent(failure), timeUnixNano: at(fromMs) })),
    status: error === undefined ? undefined : { code: 2, message: error },
  })
}

/** A request that gave no response, by the conventions for exceptions. */
function exceptionEvent({ code, message, mayBeCharged }: AttemptLine): object {
  const values = {
    'exception.type': code,
    'exception.message': message,
    'skill_state.may_be_charged': mayBeCharged,
  }
  return { name: 'exception', attributes: attributes(values) }
}

/** Attributes from plain values; those that are undefined are left out. */
export function attributes(values: Values): object[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(value) }],
  )
}

/** As OTLP/JSON writes it: 64-bit whole numbers are text there. */
function otlpValue(value: Plain): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value !== 'number') return { arrayValue: { values: value.map(otlpValue) } }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

function* stepSpans(
  { episode, attempts }: Trace,
  { index, startMs, endMs, actionMs, calls, step }: TimedStep,
  make: MakeSpan,
  prompts: readonly string[] | undefined,
): Generator<object> {
  const place = `step ${index}`
  yield make(place, {
    parent: 'episode',
    name: place,
    fromMs: startMs,
    toMs: endMs,
    values: { 'skill_state.step': index, ...(step && stepAttributes(step)) },
    failures: attempts.filter((attempt) => attempt.step === index),
  })
  for (const [number, timed] of calls.entries()) {
    yield make(`${place} call ${number}`, {
      parent: place,
      name: `chat ${splitModel(episode.model).model}`,
      kind: 'client',
      fromMs: timed.startMs,
      toMs: timed.endMs,
      values: callAttributes(timed.call, episode.model, prompts?.[number]),
    })
  }
  if (step === undefined) return
  yield make(`${place} action`, {
    parent: place,
    name: `execute_tool ${toolName(episode)}`,
    fromMs: actionMs,
    toMs: endMs,
    values: toolAttributes(step, episode, prompts !== undefined),
  })
}
