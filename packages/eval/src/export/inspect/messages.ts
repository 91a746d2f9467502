import type { JsonObject } from '@skill-state/protocol'
import type { CallLine } from '../../trace/trace.ts'
import type { Trace } from '../../trace/trace-file.ts'
import { usageOf } from './usage.ts'

/**
 * An episode as a conversation, which is how Inspect shows a sample: O_0, then of each step its replies and O_{t+1}.
 * What else the trace says of a call or a step is in the metadata of its message.
 */
export function* messagesOf({ reset, calls, steps }: Trace, sample: string): Generator<object> {
  const callsOf = Map.groupBy(calls, ({ step }) => step)
  if (reset !== undefined) {
    const { text, ...told } = reset.observation
    yield user(`${sample}/o0`, text, plain(told))
  }
  for (const step of steps) {
    yield* (callsOf.get(step.index) ?? []).map((call, number) => assistant(sample, call, number))
    const { kind: _, result, ...told } = step
    const { text, ...observed } = result
    yield user(`${sample}/o${step.index + 1}`, text, plain({ ...told, ...observed }))
  }
  yield* (callsOf.get(steps.length) ?? []).map((call, number) => assistant(sample, call, number))
}

/** The n-th reply of a step. */
export function assistant(sample: string, call: CallLine, number: number): object {
  const { kind: _, reply, model, ...told } = call
  return {
    id: `${sample}/t${call.step}r${number}`,
    role: 'assistant',
    content: reply,
    source: 'generate',
    model,
    metadata: plain(told),
  }
}

export function user(id: string, content: string, metadata: JsonObject): object {
  return { id, role: 'user', content, source: 'input', metadata }
}

const STOP_REASONS = {
  stop: 'stop',
  length: 'max_tokens',
  refusal: 'content_filter',
  other: 'unknown',
} as const

/** A call's response as Inspect has it. */
export function outputOf(call: CallLine, message: object): object {
  return {
    model: call.model,
    choices: [{ message, stop_reason: STOP_REASONS[call.finishReason] }],
    completion: call.reply,
    usage: usageOf(call),
    time: call.durationMs / 1000,
  }
}

/** The fields that have something to say. */
export function plain(fields: object): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject
}
