import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { RecordedUsage, ToolCall } from '../../../episode.ts'
import { parseJson } from '../../../json/parse.ts'

/** A record that cannot be read. The message says what is wrong in it. */
export class DamagedRecording extends Error {}

export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

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
export function objectsOf(object: JsonObject, ...path: readonly string[]): readonly JsonObject[] {
  const list = field(object, ...path)
  if (list === undefined) return []
  const name = path.at(-1)
  if (!Array.isArray(list)) throw new DamagedRecording(`"${name}" is not a list`)
  if (list.every(isJsonObject)) return list
  throw new DamagedRecording(`an entry of "${name}" is not an object`)
}

/** The objects of a list, without what is damaged in it. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
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

/** Where a provider tells what it counted, each a path with dots. */
export interface UsagePaths {
  readonly input: string
  readonly output: string
  readonly cached: string
  /** Of a provider whose input tokens leave those out that a cache read or wrote. Ours include them. */
  readonly written?: string
}

export function usageIn(usage: JsonValue | undefined, paths: UsagePaths): RecordedUsage | undefined {
  if (!isJsonObject(usage)) return undefined
  const count = (path: string): number => tokensIn(usage, ...path.split('.'))
  const cachedTokens = count(paths.cached)
  const apart = paths.written === undefined ? 0 : cachedTokens + count(paths.written)
  return { promptTokens: count(paths.input) + apart, completionTokens: count(paths.output), cachedTokens }
}

/** A count of tokens; a damaged one is 0. */
export function tokensIn(usage: JsonObject, ...path: readonly string[]): number {
  const count = numberField(usage, ...path) ?? 0
  return Number.isFinite(count) && count > 0 ? count : 0
}

/** Usage as Chat Completions and its many relatives report it; they differ in where cached tokens are. */
export function chatUsage(
  usage: JsonValue | undefined,
  cached: string = 'prompt_tokens_details.cached_tokens',
): RecordedUsage | undefined {
  return usageIn(usage, { input: 'prompt_tokens', output: 'completion_tokens', cached })
}
