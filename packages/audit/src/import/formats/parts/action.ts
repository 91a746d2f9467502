import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolCall } from '../../../episode.ts'

/** An action of an environment as a tool call: `{"tool": arguments}`, or the text of a command. */
export function callOf(action: JsonValue, id: string): ToolCall {
  if (isJsonObject(action)) {
    const [entry, ...more] = Object.entries(action)
    if (entry !== undefined && more.length === 0) return { id, name: entry[0], arguments: entry[1] }
  }
  return { id, name: 'action', arguments: action }
}
