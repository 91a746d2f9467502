import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { RecordedUsage, ToolCall } from '../../../episode.ts'
import { parseJson } from '../../../json/parse.ts'
import { DamagedRecording } from '../format.ts'

/** A member of an object; `undefined` if it is missing or null, which recordings use alike. */
export function field(object: JsonObject, ...path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object
  for (const key of path) {
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value === null ? undefined : value
}

export function textField(object: JsonObject, ...path: readonly string[]): string | undefined {
  const value = field(object, ...path)
  return typeof value === 'string' ? value : undefined
}

export function numberField(object: JsonObject, ...path: readonly string[]): number | undefined {
  const value = field(object, ...path)
  return typeof value === 'number' ? value : undefined
}

/** An identifier that some recordings write as a number. */
export function idField(object: JsonObject, ...path: readonly string[]): string | undefined {
  const value = field(object, ...path)
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined
}

/** The objects of a list; empty if it is missing. */
export function objectsOf(object: JsonObject, key: string): readonly JsonObject[] {
  const list = field(object, key)
  if (list === undefined) return []
  if (!Array.isArray(list)) throw new DamagedRecording(`"${key}" is not a list`)
  return list.map((each) => {
    if (isJsonObject(each)) return each
    throw new DamagedRecording(`an entry of "${key}" is not an object`)
  })
}

/** A tool call. Arguments in a JSON string are parsed; a string that is not JSON stays as it is. */
export function toolCall(
  id: JsonValue | undefined,
  name: JsonValue | undefined,
  given: JsonValue | undefined,
): ToolCall {
  if (typeof name !== 'string') throw new DamagedRecording('a tool call has no name')
  const parsed = typeof given === 'string' ? (parseJson(given) ?? given) : (given ?? {})
  return { id: typeof id === 'string' ? id : undefined, name, arguments: parsed }
}

/** Usage as Chat Completions and its many relatives report it; they differ in where cached tokens are. */
export function chatUsage(
  usage: JsonValue | undefined,
  cached: readonly string[] = ['prompt_tokens_details', 'cached_tokens'],
): RecordedUsage | undefined {
  if (!isJsonObject(usage)) return undefined
  return {
    promptTokens: numberField(usage, 'prompt_tokens') ?? 0,
    completionTokens: numberField(usage, 'completion_tokens') ?? 0,
    cachedTokens: numberField(usage, ...cached) ?? 0,
  }
}
