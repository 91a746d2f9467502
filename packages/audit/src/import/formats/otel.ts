import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import { parseJson } from '../../json/parse.ts'
import { textOfContent, textOfValue } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { field, idField, objectsOf, textField, toolCall } from './parts/fields.ts'
import type { GatheredFormat, Gatherer } from './parts/gatherer.ts'

/**
 * OpenTelemetry spans with the attributes of the GenAI conventions, as OTLP JSON. The spans of a trace are calls of one
 * conversation; the one with the longest input holds the rest.
 */
export const otel: GatheredFormat = {
  id: 'opentelemetry',
  description: 'OpenTelemetry GenAI spans as OTLP JSON, with input and output messages',
  recognises: (record) => Array.isArray(record.resourceSpans) || Array.isArray(record.scopeSpans),
  gather: () => gatherSpans(),
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
      const attributes = attributesOf(span)
      const input = listOf(attributes['gen_ai.input.messages'])
      const id = idField(span, 'traceId') ?? ''
      const known = traces.get(id)
      if (input.length > (known?.input.length ?? 0)) traces.set(id, { attributes, input })
    }
  }
  return { add, episodes: () => [...traces].map(([id, chat]) => conversationOf(id, chat)) }
}

function attributesOf(span: JsonObject): JsonObject {
  return Object.fromEntries(
    objectsOf(span, 'attributes').map((each) => [
      textField(each, 'key') ?? '',
      plain(field(each, 'value') ?? null),
    ]),
  )
}

/** A value of OTLP, such as `{"stringValue": "x"}`, as plain JSON. */
function plain(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const [[kind, inner] = ['', null]] = Object.entries(value)
  if (kind === 'arrayValue') return listOf(field(value, kind, 'values')).map(plain)
  if (kind !== 'kvlistValue') return inner ?? null
  const members = listOf(field(value, kind, 'values')).filter(isJsonObject)
  return Object.fromEntries(members.map((each) => [textField(each, 'key') ?? '', plain(each.value ?? null)]))
}

/** A list, which attributes also hold as JSON text. */
function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  const list = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(list) ? list : []
}

function conversationOf(id: string, { attributes, input }: Chat): Episode {
  const conversation = new Conversation()
  const system = textOfContent(listOf(attributes['gen_ai.system_instructions']), conversation)
  if (system !== '') conversation.system(system)
  for (const message of [...input, ...listOf(attributes['gen_ai.output.messages'])].filter(isJsonObject)) {
    readMessage(message, conversation)
  }
  return conversation.episode({ taskId: idField(attributes, 'gen_ai.conversation.id') ?? id })
}

function readMessage(message: JsonObject, conversation: Conversation): void {
  const parts = objectsOf(message, 'parts')
  const text = textOfContent(
    parts.filter(({ type }) => type === 'text'),
    conversation,
  )
  if (message.role === 'system') conversation.system(text)
  else if (message.role === 'assistant') {
    const calls = parts.filter(({ type }) => type === 'tool_call')
    conversation.assistant({
      content: text,
      calls: calls.map((part) => toolCall(part.id, part.name, part.arguments)),
    })
  } else {
    for (const part of parts.filter(({ type }) => type === 'tool_call_response')) {
      conversation.tool(textOfValue(field(part, 'response') ?? field(part, 'result')), textField(part, 'id'))
    }
    if (text !== '') conversation.user(text)
  }
}
