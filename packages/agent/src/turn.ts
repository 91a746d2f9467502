import type { Spent } from '@skill-state/protocol/meter'
import type { AgentEvent, ApprovalRequest, CallRequest, TurnEnd } from './events.ts'
import type { Session } from './session/session.ts'

/** What came of one turn, for a caller that does not follow its events. */
export interface Turn {
  readonly session: string
  readonly end: TurnEnd
  /** What the agent said, or its last words if it had nothing to add. */
  readonly reply: string
  /** The call that waits for approval. */
  readonly approval?: ApprovalRequest | undefined
  /** The call that waits for its result. */
  readonly call?: CallRequest | undefined
  /** The limit that ended the turn, as `session.steps`. */
  readonly limit?: string | undefined
  /** Of the whole session so far. */
  readonly steps: number
  readonly spent: Spent
}

/** Runs a turn to its end. Throws what the turn throws. */
export async function finishTurn(
  session: Session<unknown>,
  events: AsyncIterable<AgentEvent>,
  onEvent: (event: AgentEvent) => void = () => {},
): Promise<Turn> {
  const said: string[] = []
  let end: TurnEnd = 'replied'
  let limit: string | undefined
  for await (const event of events) {
    if (event.type === 'reply') said.push(event.text)
    if (event.type === 'limit-reached') limit = event.limit
    if (event.type === 'turn-ended') end = event.reason
    onEvent(event)
  }
  const isSettled = end === 'replied' || end === 'finished'
  if (said.length === 0 && isSettled) said.push(...lastReply(session))
  const { id, approval, call, steps, spent } = session
  return { session: id, end, reply: said.join('\n\n'), approval, call, limit, steps, spent }
}

function lastReply(session: Session<unknown>): readonly string[] {
  const [last] = session.messages(1)
  return last?.by === 'agent' ? [last.text] : []
}
