import type { JsonObject } from '@skill-state/protocol'
import { aiSdk } from './ai-sdk.ts'
import { anthropic } from './anthropic.ts'
import { atif } from './atif.ts'
import type { Format } from './format.ts'
import { inspect } from './inspect.ts'
import { journal } from './journal.ts'
import { langchain } from './langchain.ts'
import { medAgentBench } from './medagentbench.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { otel } from './otel.ts'
import type { GatheredFormat } from './parts/gatherer.ts'
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

/** Whether an object is a single message of a conversation, in any of the formats. */
export function isMessage(value: JsonObject): boolean {
  if ('messages' in value || 'traj' in value || 'steps' in value) return false
  const isItem =
    value.type === 'function_call' || value.type === 'function_call_output' || value.type === 'reasoning'
  return (
    typeof value.role === 'string' ||
    isItem ||
    value.lc === 1 ||
    (typeof value.type === 'string' && 'data' in value)
  )
}
