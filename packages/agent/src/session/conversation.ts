import type { JournalStore } from '@skill-state/core/journal'
import { isJsonObject } from '@skill-state/protocol'
import { FINISH, REPLY } from '../world/actions.ts'

/** One message of a conversation. */
export interface Said {
  readonly by: 'user' | 'agent'
  readonly text: string
}

/** The last messages, oldest first. Reads the journal from its end, no further than it must. */
export function conversation(store: JournalStore, most: number): readonly Said[] {
  const said: Said[] = []
  for (const { body } of store.backward()) {
    if (said.length >= most) break
    const one = saidIn(body)
    if (one) said.push(one)
  }
  return said.reverse()
}

function saidIn(body: string): Said | undefined {
  if (body.startsWith('{"received":')) {
    const { text } = JSON.parse(body) as { text: string }
    return { by: 'user', text }
  }
  if (!body.startsWith('{"decided":')) return undefined
  const { action } = JSON.parse(body) as { action: unknown }
  if (!isJsonObject(action)) return undefined
  const text = action[REPLY] ?? action[FINISH]
  return typeof text === 'string' ? { by: 'agent', text } : undefined
}
