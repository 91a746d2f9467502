import { digest } from '../../trace/digest.ts'
import type { Trace } from '../../trace/trace-file.ts'
import { episodeMs, type TimedStep, timedSteps } from '../durations.ts'
import { attributes } from './attributes.ts'
import { callAttributes, episodeAttributes, stepAttributes, toolAttributes, toolName } from './conventions.ts'
import { splitModel } from './provider.ts'
import { exceptionEvent, type OtlpSpan, SPAN_KIND, unixNano } from './span.ts'

export interface SpanOptions {
  /** When the episode began, in milliseconds since 1970: traces hold no clock. */
  readonly startMs: number
  /** The prompts of the calls: given, spans hold what was sent and said, which the conventions leave out by default. */
  readonly prompts?: readonly string[] | undefined
}

/** Makes a span of the episode: named by its place in it, from and to a time in it. */
type MakeSpan = (
  place: string,
  span: Pick<OtlpSpan, 'name' | 'kind' | 'events' | 'status'> & {
    readonly parent?: string
    readonly fromMs: number
    readonly toMs: number
    readonly attributes: Parameters<typeof attributes>[0]
  },
) => OtlpSpan

/**
 * An episode as spans by the GenAI conventions: the agent's invocation, in it a span for each step, and in that a
 * `chat` span for each call and an `execute_tool` span for what the environment did. Ids follow from the trace's
 * content, so that the same trace has the same spans each time.
 */
export function* episodeSpans(trace: Trace, { startMs, prompts }: SpanOptions): Generator<OtlpSpan> {
  const { end } = trace
  const make = spanMaker(trace, startMs)
  yield make('episode', {
    name: `invoke_agent ${trace.episode.runtime}`,
    kind: SPAN_KIND.internal,
    fromMs: 0,
    toMs: episodeMs(trace),
    attributes: episodeAttributes(trace),
    status: end?.status === 'failed' ? { code: 2, message: end.error.message } : undefined,
  })
  let call = 0
  for (const timed of timedSteps(trace)) {
    yield* stepSpans(trace, timed, make, prompts?.slice(call, call + timed.calls.length))
    call += timed.calls.length
  }
}

function spanMaker(trace: Trace, startMs: number): MakeSpan {
  const traceId = digest(JSON.stringify(trace)).slice(0, 32)
  const idOf = (place: string): string => digest(`${traceId} ${place}`).slice(0, 16)
  return (place, { parent, fromMs, toMs, attributes: values, name, kind, events, status }) => ({
    traceId,
    spanId: idOf(place),
    parentSpanId: parent === undefined ? undefined : idOf(parent),
    name,
    kind,
    startTimeUnixNano: unixNano(startMs, fromMs),
    endTimeUnixNano: unixNano(startMs, toMs),
    attributes: attributes(values),
    events: events?.map((event) => ({ ...event, timeUnixNano: unixNano(startMs, fromMs) })),
    status,
  })
}

function* stepSpans(
  { episode, attempts }: Trace,
  { index, startMs, endMs, actionMs, calls, step }: TimedStep,
  make: MakeSpan,
  prompts: readonly string[] | undefined,
): Generator<OtlpSpan> {
  const place = `step ${index}`
  const failures = attempts.filter((attempt) => attempt.step === index)
  yield make(place, {
    parent: 'episode',
    name: place,
    kind: SPAN_KIND.internal,
    fromMs: startMs,
    toMs: endMs,
    attributes: { 'skill_state.step': index, ...(step && stepAttributes(step)) },
    events: failures.length > 0 ? failures.map(exceptionEvent) : undefined,
  })
  for (const [number, timed] of calls.entries()) {
    yield make(`${place} call ${number}`, {
      parent: place,
      name: `chat ${splitModel(episode.model).model}`,
      kind: SPAN_KIND.client,
      fromMs: timed.startMs,
      toMs: timed.endMs,
      attributes: callAttributes(timed.call, episode.model, prompts?.[number]),
    })
  }
  if (step === undefined) return
  yield make(`${place} action`, {
    parent: place,
    name: `execute_tool ${toolName(episode)}`,
    kind: SPAN_KIND.internal,
    fromMs: actionMs,
    toMs: endMs,
    attributes: toolAttributes(step, episode, prompts !== undefined),
  })
}
