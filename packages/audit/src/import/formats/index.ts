import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import { aiSdk } from './ai-sdk.ts'
import { anthropic } from './anthropic.ts'
import { atif } from './atif.ts'
import type { Format, GatheredFormat } from './format.ts'
import { inspect } from './inspect.ts'
import { journal } from './journal.ts'
import { langchain } from './langchain.ts'
import { medAgentBench } from './medagentbench.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { otel } from './otel.ts'
import { Conversation } from './parts/conversation.ts'
import { DamagedRecording, words } from './parts/fields.ts'
import { stateBench } from './state-bench.ts'
import { tau2 } from './tau2.ts'
import { trace } from './trace.ts'

/** The formats of records that hold a whole episode; the first that recognises a record reads it. */
const formats: readonly Format[] = [
  inspect,
  atif,
  langchain,
  aiSdk,
  tau2,
  stateBench,
  medAgentBench,
  openaiResponses,
  anthropic,
  openaiChat,
]

/** The formats whose episodes are spread over many records of a file. */
export const gatheredFormats: readonly GatheredFormat[] = [trace, journal, otel]

export function formatOf(record: JsonObject): Format | undefined {
  return formats.find((format) => format.recognises(record))
}

/** Reads a record, or a list of messages. Throws `DamagedRecording` if no format reads it. */
export function readRecord(value: JsonValue): Episode {
  const record = Array.isArray(value) ? { messages: value } : value
  const format = isJsonObject(record) ? formatOf(record) : undefined
  if (format === undefined) throw new DamagedRecording('the format is not recognised')
  const conversation = new Conversation()
  return conversation.episode(format.read(record as JsonObject, conversation))
}

const ITEMS = words('function_call function_call_output reasoning')

/** Whether an object is a single message of a conversation, in any of the formats. */
export function isMessage(value: JsonObject): boolean {
  const { role, type, lc } = value
  if ('messages' in value || 'traj' in value || 'steps' in value) return false
  return (
    typeof role === 'string' || lc === 1 || (typeof type === 'string' && (ITEMS.has(type) || 'data' in value))
  )
}
