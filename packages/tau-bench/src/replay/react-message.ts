import { type PythonDict, type PythonValue, parsePythonJson } from '../python/index.ts'
import type { RecordedRespond, RecordedToolCall } from './recorded-run.ts'

/** Whether the system prompt is that of the official act and react agents, which lists the tools as text. */
export function isReactPrompt(system: string): boolean {
  return system.includes('\n#Available tools\n')
}

/** The official agents put this before a tool's answer. */
export function withoutReactPrefix(answer: string): string {
  return answer.startsWith('API output: ') ? answer.slice('API output: '.length) : answer
}

type ReactReply = Omit<RecordedRespond, 'user'> | Omit<RecordedToolCall, 'observation'>

/**
 * Reads an action as those agents do: what follows the last `Action:`, as JSON of `name` and `arguments`; text that is
 * no JSON is itself said to the user.
 */
export function readReactReply(text: string): ReactReply {
  const at = text.lastIndexOf('Action:')
  const action = text.slice(at === -1 ? 0 : at + 'Action:'.length).trim()
  const parsed = tryParse(action)
  if (parsed === undefined) return { kind: 'respond', content: action }
  const name = parsed instanceof Map ? parsed.get('name') : undefined
  const kwargs = parsed instanceof Map ? parsed.get('arguments') : undefined
  if (typeof name !== 'string' || !(kwargs instanceof Map)) {
    throw new TypeError('an action has no name and arguments')
  }
  if (name === 'respond') return { kind: 'respond', content: contentOf(kwargs) }
  return { kind: 'tool', name, kwargs }
}

/** What an action named `respond` says; nothing if it is not a text. */
export function contentOf(kwargs: PythonDict): string {
  const content = kwargs.get('content')
  return typeof content === 'string' ? content : ''
}

function tryParse(text: string): PythonValue | undefined {
  try {
    return parsePythonJson(text)
  } catch {
    return undefined
  }
}
