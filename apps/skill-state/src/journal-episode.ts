import { closeSync, openSync, readSync } from 'node:fs'
import type { Episode } from '@skill-state/audit'
import { history } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'

type Message = Episode['messages'][number]

/** The run that a journal recorded, as an episode; undefined for a file that is no journal. */
export function journalEpisode(file: string): Episode | undefined {
  if (!isJournal(file)) return undefined
  const store = openFileJournal(file)
  try {
    const messages: Message[] = []
    for (const { index, action, observation, result, undone } of history(store)) {
      if (undone) continue
      if (messages.length === 0) messages.push({ role: 'user', content: observation.text })
      const [name, input] =
        typeof action === 'string' ? ['action', action] : (Object.entries(action)[0] ?? ['none', {}])
      const id = `step-${index + 1}`
      messages.push({ role: 'assistant', content: '', calls: [{ id, name, arguments: input }] })
      messages.push({ role: 'tool', content: result.text, tool: name, callId: id, error: result.refused })
    }
    return { taskId: file, messages, notShown: 0, notes: [] }
  } finally {
    store.close()
  }
}

function isJournal(file: string): boolean {
  const head = Buffer.alloc(40)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, head, 0, head.length, 0)
    return head.toString('latin1').startsWith('{"open":0,"format":')
  } finally {
    closeSync(handle)
  }
}
