import { contentText, type PolicyMessage } from '../policy.ts'
import { toolCallsOf } from './counters.ts'

const labels = { system: 'System', user: 'Human', assistant: 'AI', tool: 'Tool' } as const

/** Longer call ids are cut, in this text alone. */
const SHOWN_ID = 64

/** Messages as a summariser reads them: LangChain's `getBufferString`. */
export function bufferString(messages: readonly PolicyMessage[]): string {
  return messages.map(lineOf).join('\n')
}

function lineOf(message: PolicyMessage): string {
  const { role, tool, calls = [] } = message
  const name = role === 'tool' && tool ? `${tool}, ` : ''
  const shown = calls.map(({ id, ...call }) => ({
    ...call,
    id: id !== undefined && id.length > SHOWN_ID ? `${id.slice(0, SHOWN_ID)}...` : id,
  }))
  const called = role === 'assistant' && shown.length > 0 ? JSON.stringify(toolCallsOf(shown)) : ''
  return `${labels[role]}: ${name}${contentText(message)}${called}`
}
