import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import { parseJson } from '../../json/parse.ts'
import type { GatheredFormat, Gatherer } from './format.ts'
import { textOfContent, textOfValue } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { field, idField, objectsIn, objectsOf, textField, toolCall } from './parts/fields.ts'

/**
 * OpenTelemetry spans with the attributes of the GenAI conventions, as OTLP JSON. The spans of a trace are calls of one
 * conversation; the one with the longest input holds the rest.
 */
export const otel: GatheredFormat = {
  id: 'opentelemetry',
  recognises: (record) => Array.isArray(record.resourceSpans) || Array.isArray(record.scopeSpans),
  gather: gatherSpans,
}

interface Chat {
  readonly attributes: JsonObject
  readonly input: readonly JsonValue[]
}

/** Keeps one span of each trace in memory. */
function gatherSpans(): Gatherer {
  const traces = new Map<string, Chat>()
  const add = (record: JsonObject): void => {
    const resources = 'resourceSpans' in record ? objectsOf(record, 'resourceSpans') : [record]
    const spans = resources
      .flatMap((each) => objectsOf(each, 'scopeSpans'))
      .flatMap((each) => objectsOf(each, 'spans'))
    for (const span of spans) {
      const attributes = membersOf(objectsOf(span, 'attributes'))
      const input = listOf(attributes['gen_ai.input.messages'])
      const id = idField(span, 'traceId') ?? ''
      const known = traces.get(id)
      if (input.length > (known?.input.length ?? 0)) traces.set(id, { attributes, input })
    }
  }
  return { add, episodes: () => [...traces].map(([id, chat]) => conversationOf(id, chat)) }
}

function membersOf(members: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(members.map((each) => [textField(each, 'key') ?? '', plain(each.value ?? null)]))
}

/** A value of OTLP, such as `{"stringValue": "x"}`, as plain JSON. */
function plain(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const [[kind, inner] = ['', null]] = Object.entries(value)
  if (kind === 'arrayValue') return listOf(field(value, kind, 'values')).map(plain)
  if (kind !== 'kvlistValue') return inner ?? null
  return membersOf(objectsIn(field(value, kind, 'values')))
}

/** A list, which attributes also hold as JSON text. */
function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  const list = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(list) ? list : []
}

function conversationOf(id: string, { attributes, input }: Chat): Episode {
  const conversation = new Conversation()
  const system = listOf(attributes['gen_ai.system_instructions'])
  conversation.system(textOfContent(system, conversation) || undefined)
  for (const message of objectsIn([...input, ...listOf(attributes['gen_ai.output.messages'])]))
    readMessage(message, conversation)
  return conversation.episode({ taskId: idField(attributes, 'gen_ai.conversation.id') ?? id })
}

function readMessage(message: JsonObject, conversation: Conversation): void {
  const parts = Map.groupBy(objectsOf(message, 'parts'), ({ type }) => type)
  const text = parts.get('text') ?? []
  if (message.role === 'system' || message.role === 'assistant') {
    const calls = () =>
      (parts.get('tool_call') ?? []).map(({ id, name, ...part }) => toolCall(id, name, part.arguments))
    conversation.say(message.role, text, { calls })
    return
  }
  for (const part of parts.get('tool_call_response') ?? [])
    conversation.tool(textOfValue(part.response ?? part.result ?? undefined), textField(part, 'id'))
  const said = textOfContent(text, conversation)
  if (said !== '') conversation.user(said)
}
