import { type JournalStore, takenBack } from '@skill-state/core/journal'
import { type Action, isJsonObject, type JsonValue } from '@skill-state/protocol'
import { FINISH, OWN_ACTIONS, REPLY } from '@skill-state/tools'

/** One message of a conversation. */
export interface Said {
  readonly by: 'user' | 'agent'
  readonly text: string
}

/** A call that the agent decided on. */
export interface Called {
  readonly tool: string
  readonly input: JsonValue
}

/** The last messages, oldest first. */
export function conversation(store: JournalStore, most: number): readonly Said[] {
  return lastOf(store, most, saidIn)
}

/** The last calls, oldest first, those that wait for approval or were denied included. */
export function calls(store: JournalStore, most: number): readonly Called[] {
  return lastOf(store, most, calledIn)
}

/** The ids of the last messages that were received, oldest first. */
export function receivedIds(store: JournalStore, most: number): readonly (string | undefined)[] {
  return lastOf(store, most, (body) =>
    body.startsWith('{"received":') ? [(JSON.parse(body) as { id?: string }).id] : undefined,
  ).map(([id]) => id)
}

/** Reads the journal from its end, no further than it must. What was taken back is passed over. */
function lastOf<T>(store: JournalStore, most: number, read: (body: string) => T | undefined): readonly T[] {
  const found: T[] = []
  let passed = 0
  for (const { body } of store.backward()) {
    if (found.length >= most) break
    if (passed > 0) {
      passed -= 1
      continue
    }
    passed = takenBack(body)
    const one = read(body)
    if (one !== undefined) found.push(one)
  }
  return found.reverse()
}

function calledIn(body: string): Called | undefined {
  if (!body.startsWith('{"decided":')) return undefined
  const { action } = JSON.parse(body) as { action: Action }
  const [tool, input] = callOf(action) ?? []
  return tool === undefined || input === undefined ? undefined : { tool, input }
}

/** The tool and the input of an action that calls one; undefined for the agent's own actions. */
export function callOf(action: Action): readonly [name: string, input: JsonValue] | undefined {
  if (!isJsonObject(action)) return undefined
  return Object.entries(action).find(([name]) => !OWN_ACTIONS.includes(name))
}

/** What a record says to whom; undefined for other records. */
export function saidIn(body: string): Said | undefined {
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
