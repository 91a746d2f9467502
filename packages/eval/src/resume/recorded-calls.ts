import type { ModelRequest, ModelResponse } from '@skill-state/protocol'
import { CannotResume } from '../trace/cut-off.ts'
import { promptDigest } from '../trace/digest.ts'
import type { CallLine } from '../trace/trace.ts'

/** Gives the calls of a trace in their order, as long as they last. */
export type RecordedCalls = (request: ModelRequest) => CallLine | undefined

/** Throws `CannotResume` for another prompt than the recorded one. */
export function recordedCalls(calls: readonly CallLine[]): RecordedCalls {
  let next = 0
  return ({ prompt }) => {
    const call = calls[next]
    next += 1
    if (call === undefined || call.promptHash === promptDigest(prompt)) return call
    throw new CannotResume(`the prompt of call ${next} (step ${call.step}) comes out otherwise`)
  }
}

export function responseOf(call: CallLine): ModelResponse {
  const { reply: text, finishReason, usage, model, rawUsage, fault, replayed } = call
  return { text, finishReason, usage, model, rawUsage, fault, replayed }
}
