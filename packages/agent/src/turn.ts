import type { Spent } from '@skill-state/protocol/meter'
import type { AgentEvent, AnyInputs, ApprovalRequest, CallRequest, Ending } from './events.ts'

/** What came of a turn, for a caller that does not follow its events. */
export interface Turn<State = unknown, Inputs = AnyInputs> extends Ending {
  readonly session: string
  /** What the agent said in the turn; empty if it said nothing. If several turns ran, that of the last one. */
  readonly reply: string
  /** The result that ended the turn, if the agent has an `output` and gave one. */
  readonly output?: (Inputs extends { readonly output: infer Output } ? Output : unknown) | undefined
  /** Σ after the turn. */
  readonly state: Readonly<State>
  readonly approval?: ApprovalRequest<Inputs> | undefined
  readonly call?: CallRequest<Inputs> | undefined
  /** Of the whole session so far. */
  readonly steps: number
  readonly spent: Spent
}

/**
 * A turn under way. It runs whether it is read or not: iterate over it to follow its events, or await `turn` for what came of
 * it. Both throw only for misuse and for a store that fails. A reader who leaves does not stop it.
 */
export interface TurnEvents<State = unknown, Inputs = AnyInputs> extends AsyncIterable<AgentEvent<Inputs>> {
  readonly turn: Promise<Turn<State, Inputs>>
}
