import { type JournalStore, takenBack } from '@skill-state/core/journal'
import { type Action, callsOf, isJsonObject, type JsonValue } from '@skill-state/protocol'
import { FINISH, OWN_ACTIONS, REPLY } from '@skill-state/tools'

export interface Said {
  readonly by: 'user' | 'agent'
  readonly text: string
}

export interface Called {
  readonly tool: string
  readonly input: JsonValue
}

/** The newest action that the agent decided on. */
export function lastAction(store: JournalStore): Action | undefined {
  const [action] = lastOf(store, 1, (body) =>
    body.startsWith('{"decided":') ? [(JSON.parse(body) as { action: Action }).action] : [],
  )
  return action
}

/** The ids of the last messages that were received, oldest first. */
export function receivedIds(store: JournalStore, most: number): readonly (string | undefined)[] {
  return lastOf(store, most, (body) =>
    body.startsWith('{"received":') ? [(JSON.parse(body) as { id?: string }).id] : [],
  )
}

/** The last things that are read, oldest first: from the end of the journal, no further than it must. What was taken back is passed over. */
export function lastOf<T>(
  store: JournalStore,
  most: number,
  read: (body: string) => readonly T[],
): readonly T[] {
  const found: T[] = []
  let passed = 0
  for (const { body } of store.backward()) {
    if (found.length >= most) break
    if (passed > 0) {
      passed -= 1
      continue
    }
    passed = takenBack(body)
    found.push(...read(body).toReversed())
  }
  return found.slice(0, most).reverse()
}

/** The calls of a record, those that wait for approval or were denied included. */
export function calledIn(body: string): readonly Called[] {
  return actionsIn(body).flatMap((action) => {
    const [tool, input] = callOf(action) ?? []
    return tool === undefined || input === undefined ? [] : [{ tool, input }]
  })
}

/** The action that a record decides on, or the calls of its list. */
function actionsIn(body: string): readonly Action[] {
  if (!body.startsWith('{"decided":')) return []
  const { action } = JSON.parse(body) as { action: Action }
  return callsOf(action) ?? [action]
}

/** The tool and the input of an action that calls one; undefined for the agent's own actions. */
export function callOf(action: Action): readonly [name: string, input: JsonValue] | undefined {
  if (!isJsonObject(action)) return undefined
  return Object.entries(action).find(([name]) => !OWN_ACTIONS.includes(name))
}

/** What a record says to whom; none for other records. */
export function saidIn(body: string): readonly Said[] {
  if (body.startsWith('{"received":')) {
    const { text } = JSON.parse(body) as { text: string }
    return [{ by: 'user', text }]
  }
  return actionsIn(body).flatMap((action) => {
    const text = isJsonObject(action) ? (action[REPLY] ?? action[FINISH]) : undefined
    return typeof text === 'string' ? [{ by: 'agent', text }] : []
  })
}
