import type { JsonValue } from '@skill-state/protocol'
import type { Message } from '../episode.ts'
import { leavesOf } from '../json/leaves.ts'
import { parseStructure } from '../json/parse.ts'
import type { View } from '../needs/view.ts'

/** What rules can take from a message: the texts of a user message or of a tool's result, by path. */
export type Material =
  | { readonly index: number; readonly kind: 'user'; readonly text: string }
  | {
      readonly index: number
      readonly kind: 'result'
      readonly tool: string
      /** The different texts at each path, in the order of the result. */
      readonly texts: ReadonlyMap<string, readonly string[]>
      /** The texts in the arguments of the call that it answers. */
      readonly given: ReadonlySet<string>
    }

/** The material of an episode in order: its sources, without failed calls. */
export function materialOf({ messages, isSource }: View): readonly Material[] {
  const given = new Map<string, JsonValue>()
  return messages.flatMap((message, index): Material[] => {
    for (const call of message.calls ?? []) if (call.id !== undefined) given.set(call.id, call.arguments)
    if (!isSource(index)) return []
    if (message.role === 'user') return [{ index, kind: 'user', text: message.content }]
    if (message.error === true) return []
    const answered = leavesOf(given.get(message.callId ?? '') ?? null)
    return [
      {
        index,
        kind: 'result',
        tool: message.tool ?? 'unknown',
        texts: textsOf(message),
        given: new Set(answered.filter(({ isKey }) => !isKey).map(({ text }) => text)),
      },
    ]
  })
}

/** The texts of a result by path; a result that is no JSON object or list has the single path `$`. */
function textsOf({ content }: Message): ReadonlyMap<string, readonly string[]> {
  const value = parseStructure(content)
  if (value === undefined) return new Map([['$', [content]]])
  const texts = new Map<string, Set<string>>()
  for (const { path, text } of leavesOf(value)) {
    const known = texts.get(path) ?? new Set()
    texts.set(path, known.add(text))
  }
  return new Map([...texts].map(([path, found]) => [path, [...found]]))
}
