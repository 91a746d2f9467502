import { callsOf, isJsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolCall } from '../../../episode.ts'

/** An action of an environment as tool calls: `{"tool": arguments}`, a list of them, or the text of a command. */
export function callsIn(action: JsonValue, id: string): readonly ToolCall[] {
  const calls = callsOf(action)
  return calls ? calls.map((call, at) => callOf(call, `${id}-${at}`)) : [callOf(action, id)]
}

function callOf(action: JsonValue, id: string): ToolCall {
  if (isJsonObject(action)) {
    const [entry, ...more] = Object.entries(action)
    if (entry !== undefined && more.length === 0) return { id, name: entry[0], arguments: entry[1] }
  }
  return { id, name: 'action', arguments: action }
}

/** The results of the calls that an answer to a list tells, each with the id of its call. */
export function resultsIn(
  text: string,
  calls: readonly ToolCall[],
): readonly (readonly [string, ToolCall])[] {
  const [call] = calls
  if (calls.length < 2 && call) return [[text, call]]
  const parts = text.split(/(?:^|\n)\[call \d+ of \d+\] /).slice(1)
  return calls.map((each, at) => [parts[at] ?? text, each])
}
