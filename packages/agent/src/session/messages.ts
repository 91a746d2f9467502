import type { JournalMessage } from '@skill-state/core'
import { captured } from '@skill-state/core/capture'
import type { Observation } from '@skill-state/protocol'
import type { Parts } from './blueprint.ts'
import { conversation } from './conversation.ts'
import { observationText, type TurnView } from './observation.ts'

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
  const text = shown(parts, { message: world.fit(said) })
  const evidence = [{ role: 'user', text: said } as const]
  return {
    observation: captured(agent.skill, state, observation?.captured, { text, done: false, evidence }),
    taken: taken.length,
  }
}

/** O_t: what is new, below the last messages that the model has seen, if the agent shows some. */
export function shown({ agent, place, journal }: Parts, news: Partial<TurnView>): string {
  const { recent = 0 } = agent.view
  let unseen = journal.position.inbox?.length ?? 0
  const said = recent === 0 ? [] : conversation(place.journal, recent + unseen)
  const seen = said.toReversed().filter(({ by }) => by === 'agent' || unseen-- <= 0)
  const view = { calls: [], results: [], notices: [], ...news, recent: seen.slice(0, recent).reverse() }
  return observationText(view, agent.view)
}
