import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Episode } from '@skill-state/audit'
import { history, type JournalStep } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { type Action, callsOf, isJsonObject, type JsonValue } from '@skill-state/protocol'
import { REPLY } from '@skill-state/tools'
import { beginsWith } from './run/recordings/journal-file.ts'

type Message = Episode['messages'][number]

/** Files as they are, and of folders the journals in them. */
export function journalsIn(files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    if (!statSync(file, { throwIfNoEntry: false })?.isDirectory()) return [file]
    return readdirSync(file, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.journal'))
      .map((name) => join(file, name))
      .sort((a, b) => (a < b ? -1 : 1))
  })
}

/** The run that a journal recorded, as an episode; undefined for a file that is no journal. */
export function journalEpisode(file: string): Episode | undefined {
  if (!beginsWith(file, '{"open":0,"format":')) return undefined
  const store = openFileJournal(file)
  try {
    const messages: Message[] = []
    let asked = true
    for (const step of history(store)) {
      if (step.undone) continue
      if (asked) messages.push({ role: 'user', content: step.observation.text })
      messages.push(...messagesOf(step))
      asked = step.result.waiting?.for === 'reply'
    }
    return { taskId: file, messages, notShown: 0, notes: [] }
  } finally {
    store.close()
  }
}

/** What the agent said and called in a step, and what each of its calls led to. */
function messagesOf({ index, action, calls: progress, result }: JournalStep): readonly Message[] {
  const calls = (callsOf(action) ?? [action]).map((each) => ({ each, call: callIn(each) }))
  const said = calls.map(({ each }) => (isJsonObject(each) ? each[REPLY] : undefined))
  const content = said.filter((text) => typeof text === 'string').join('\n')
  const made = calls.flatMap(({ call }, at) => {
    if (call === undefined) return []
    const [name, input] = call
    const ended = progress?.[at]?.result ?? result
    return [{ id: `step-${index + 1}${calls.length > 1 ? `-${at + 1}` : ''}`, name, arguments: input, ended }]
  })
  const answer = made.map(({ ended: _, ...call }) => call)
  return [
    { role: 'assistant', content, calls: answer.length > 0 ? answer : undefined },
    ...made.map(({ id, name, ended: { text, refused } }): Message => {
      return { role: 'tool', content: text, tool: name, callId: id, error: refused }
    }),
  ]
}

function callIn(action: Action): readonly [name: string, input: JsonValue] | undefined {
  if (typeof action === 'string') return ['action', action]
  return Object.entries(action).find(([name]) => name !== REPLY)
}
