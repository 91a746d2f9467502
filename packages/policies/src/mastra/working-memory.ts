import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

export interface WorkingMemory {
  /** The memory is an object, into which an update merges. Without it, the memory is a text, which an update replaces. */
  readonly schema?: unknown
  /** The form of a memory that is a text. */
  readonly template?: string | undefined
}

export interface MemoryUpdate {
  readonly result: JsonObject
  /** What is stored after the call; undefined if nothing is. */
  readonly memory: string | undefined
}

/**
 * A call of the tool `updateWorkingMemory` of @mastra/memory 1.31.0. Nulls are stripped, so that nothing can be deleted from
 * an object, and lists are replaced. The bare template is refused if it would replace something else.
 */
export function updateWorkingMemory(
  stored: string | undefined,
  update: JsonValue,
  { schema, template }: WorkingMemory,
): MemoryUpdate {
  if (schema !== undefined) {
    if (!isJsonObject(update)) return { result: invalid(update), memory: stored }
    const before: unknown = stored === undefined ? {} : JSON.parse(stored)
    const merged = merge(isJsonObject(before) ? before : {}, withoutNulls(update) as JsonObject)
    return { result: { success: true }, memory: JSON.stringify(merged) }
  }
  const text = typeof update === 'string' ? update : JSON.stringify(update)
  const bare = spaced(template ?? '')
  if (stored !== undefined && bare !== '' && spaced(text) === bare && spaced(stored) !== bare) {
    const message =
      'Attempted to replace existing working memory with empty template. Update skipped to prevent data loss.'
    return { result: { success: false, message }, memory: stored }
  }
  return { result: { success: true }, memory: text === '' ? undefined : text }
}

function invalid(memory: JsonValue): JsonObject {
  const type = Array.isArray(memory) ? 'array' : memory === null ? 'null' : typeof memory
  const message = [
    'Tool input validation failed for update-working-memory. Please fix the following errors and try again:',
    `- root: Invalid input: expected object, received ${type}`,
    '',
    `Provided arguments: ${JSON.stringify({ memory }, null, 2)}`,
  ].join('\n')
  return { invalid: true, message }
}

function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]))
}

function merge(before: JsonObject, update: JsonObject): JsonObject {
  const after = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(update)) {
    const old = after.get(key)
    after.set(key, isJsonObject(value) ? merge(isJsonObject(old) ? old : {}, value) : value)
  }
  return Object.fromEntries(after)
}

function spaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
