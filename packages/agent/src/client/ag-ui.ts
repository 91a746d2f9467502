import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import type { AgentEvent } from '../events.ts'

/** An event of the AG-UI protocol 1.0, as `@ag-ui/core` describes it. */
export interface AgUiEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/**
 * A turn as events of AG-UI, for front ends that speak it: text, tool calls, and the state as a snapshot and then as JSON Patch.
 * A call that waits for approval ends the run with an interrupt, whose id is the step that `approve` and `deny` name, or `step/call`.
 */
export async function* toAgUi(
  session: { readonly id: string; readonly state: unknown },
  turn: AsyncIterable<AgentEvent>,
  runId: string,
): AsyncGenerator<AgUiEvent> {
  const run = { threadId: session.id, runId }
  let state = session.state as JsonValue
  let message: string | undefined
  let interrupts: readonly object[] = []
  yield { type: 'RUN_STARTED', ...run }
  yield { type: 'STATE_SNAPSHOT', snapshot: state }
  for await (const event of turn) {
    const now = session.state as JsonValue
    const delta = now === state ? [] : [...changes(state, now, '')]
    if (delta.length > 0) yield { type: 'STATE_DELTA', delta }
    state = now
    if (message !== undefined && event.type !== 'reply-text' && event.type !== 'not-noted') {
      yield { type: 'TEXT_MESSAGE_END', messageId: message }
      message = undefined
    }
    switch (event.type) {
      case 'reply-text':
        if (message === undefined) {
          message = `${runId}/${event.step}`
          yield { type: 'TEXT_MESSAGE_START', messageId: message, role: 'assistant' }
        }
        yield { type: 'TEXT_MESSAGE_CONTENT', messageId: message, delta: event.text }
        break
      case 'tool-started':
        yield { type: 'TOOL_CALL_START', toolCallId: placeOf(event), toolCallName: event.tool }
        yield { type: 'TOOL_CALL_ARGS', toolCallId: placeOf(event), delta: JSON.stringify(event.input) }
        yield { type: 'TOOL_CALL_END', toolCallId: placeOf(event) }
        break
      case 'tool-ended': {
        const ids = { messageId: `${runId}/result-${placeOf(event)}`, toolCallId: placeOf(event) }
        yield { type: 'TOOL_CALL_RESULT', ...ids, role: 'tool', content: event.text }
        break
      }
      case 'approval-needed': {
        const { tool, input, reason: why } = event
        interrupts = [
          ...interrupts,
          { id: placeOf(event), reason: 'approval', message: why, metadata: { tool, input } },
        ]
        break
      }
      case 'turn-ended':
        yield ended(event, run, interrupts)
        break
      case 'turn-failed':
        yield { type: 'RUN_ERROR', message: event.message, code: event.code }
    }
  }
}

/** The step of a call, and which of several it is. */
function placeOf({ step, call }: { readonly step: number; readonly call?: number | undefined }): string {
  return call === undefined ? `${step}` : `${step}/${call}`
}

function ended(
  { end, reasons = [] }: Extract<AgentEvent, { type: 'turn-ended' }>,
  run: object,
  interrupts: readonly object[],
): AgUiEvent {
  if (end === 'failed' || end === 'limit')
    return { type: 'RUN_ERROR', message: reasons.join('; '), code: end }
  const type = end === 'stopped' ? 'cancelled' : interrupts.length > 0 ? 'interrupt' : 'success'
  const outcome = type === 'interrupt' ? { type, interrupts } : { type }
  return { type: 'RUN_FINISHED', ...run, outcome }
}

/** How one value becomes another: object by object, anything else as a whole. */
function* changes(before: JsonValue, after: JsonValue, path: string): Generator<object> {
  if (before === after) return
  if (!isJsonObject(before) || !isJsonObject(after)) {
    if (JSON.stringify(before) !== JSON.stringify(after)) yield { op: 'replace', path, value: after }
    return
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) yield { op: 'remove', path: at(path, key) }
  }
  for (const [key, value] of Object.entries(after)) {
    const own = Object.hasOwn(before, key) ? before[key] : undefined
    if (own === undefined) yield { op: 'add', path: at(path, key), value }
    else yield* changes(own, value, at(path, key))
  }
}

function at(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
