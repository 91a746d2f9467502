import type { JsonObject, JsonValue } from '@skill-state/protocol'
import type { Episode } from '../src/episode.ts'
import { readRecord } from '../src/import/formats/index.ts'

/** One line of a made-up simulation: who speaks, and what. */
export type Line =
  | { readonly user: string }
  | { readonly agent: string; readonly calls?: readonly (readonly [tool: string, given: JsonValue])[] }
  | { readonly result: JsonValue; readonly of?: number; readonly error?: boolean }

/** A τ² simulation of the given lines. A result answers the call with its number, counted over the episode. */
export function simulation(lines: readonly Line[], taskId = '1'): JsonObject {
  let calls = 0
  const messages = lines.map((line): JsonObject => {
    if ('user' in line) return { role: 'user', content: line.user }
    if ('result' in line) {
      const content = typeof line.result === 'string' ? line.result : JSON.stringify(line.result)
      const id = `call-${line.of ?? calls}`
      return { role: 'tool', id, content, requestor: 'assistant', error: line.error ?? false }
    }
    const made = (line.calls ?? []).map(([name, given]) => ({
      id: `call-${++calls}`,
      name,
      arguments: given,
    }))
    return { role: 'assistant', content: line.agent === '' ? null : line.agent, tool_calls: made }
  })
  return { task_id: taskId, reward_info: { reward: 1 }, messages }
}

export function episodeOf(lines: readonly Line[], taskId?: string): Episode {
  return readRecord(simulation(lines, taskId))
}

/** A small booking: a code from the user, a flight from a search, a card from a profile, one made-up seat. */
export const booking: readonly Line[] = [
  { agent: 'Welcome aboard.' },
  { user: 'I am Noor, booking QX-7781. Move me to a later flight.' },
  { agent: '', calls: [['find_booking', { code: 'QX-7781' }]] },
  { result: { booking: 'QX-7781', flights: [{ id: 'FL1200' }], cards: { card_9001: { last: 4455 } } } },
  { agent: '', calls: [['search_flights', { after: 'FL1200' }]] },
  { result: 'FL1300 leaves at 18:00' },
  { agent: 'FL1300 at 18:00 on your card?' },
  { user: 'Yes.' },
  {
    agent: '',
    calls: [['change_booking', { code: 'QX-7781', flight: 'FL1300', card: 'card_9001', seat: 'row 31A' }]],
  },
  { result: 'Error: seat taken', error: true },
  { agent: 'That seat is taken.' },
]
