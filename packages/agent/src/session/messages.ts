import type { JournalMessage } from '@skill-state/core'
import { captured } from '@skill-state/core/capture'
import type { Observation } from '@skill-state/protocol'
import type { Parts } from './blueprint.ts'
import { conversation, type Said } from './conversation.ts'

/** Most UTF-16 units that one recent message takes in the prompt. */
export const RECENT_CHARS = 600

/** The messages that wait, as many as fit into one observation. */
export function nextMessage(
  parts: Parts,
): { readonly observation: Observation; readonly taken: number } | undefined {
  const { agent, journal, world } = parts
  const { state, observation, inbox = [] } = journal.position
  if (inbox.length === 0) return undefined
  const taken: JournalMessage[] = []
  let chars = 0
  for (const message of inbox) {
    chars += message.text.length + 2
    if (taken.length > 0 && chars > world.maxObservationChars) break
    taken.push(message)
  }
  const said = taken.map((message) => message.text).join('\n\n')
  const text = withRecent(parts, `The user says: ${world.fit(said)}`)
  const evidence = [{ role: 'user', text: said } as const]
  return {
    observation: captured(agent.skill, state, observation?.captured, { text, done: false, evidence }),
    taken: taken.length,
  }
}

/** A text below the last messages that the model has seen, if the agent shows some. */
export function withRecent({ agent: { recent }, place, journal }: Parts, text: string): string {
  if (recent === 0) return text
  let unseen = journal.position.inbox?.length ?? 0
  const said = conversation(place.journal, recent + unseen)
  const seen = said.toReversed().filter(({ by }) => by === 'agent' || unseen-- <= 0)
  const lines = seen.slice(0, recent).reverse().map(recentLine)
  return lines.length === 0 ? text : `${lines.join('\n')}\n\n${text}`
}

function recentLine({ by, text }: Said): string {
  const line = `[earlier] ${by}: ${text.replaceAll(/\s+/g, ' ')}`
  return line.length < RECENT_CHARS ? line : `${line.slice(0, RECENT_CHARS - 3)}…`
}
