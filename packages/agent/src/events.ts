import {
  type Issue,
  type JsonObject,
  type JsonValue,
  SkillStateError,
  type Usage,
} from '@skill-state/protocol'
import type { Spent } from '@skill-state/protocol/meter'

/** A call that waits for somebody's approval. */
export interface ApprovalRequest {
  /** t of the step; `approve` and `deny` name it, so that no answer meets another call. */
  readonly step: number
  readonly tool: string
  readonly input: JsonValue
  /** Why it has to be approved, if the tool says so. */
  readonly reason?: string | undefined
}

/** A call that the program around the session executes, because the tool has no `execute`. */
export interface CallRequest {
  /** t of the step; `answer` names it. */
  readonly step: number
  readonly tool: string
  readonly input: JsonValue
}

/** Why a turn ended. */
export type TurnEnd =
  /** The agent has answered and waits for the next message. */
  | 'replied'
  /** A call waits for approval. */
  | 'approval'
  /** A call waits for its result. */
  | 'call'
  /** The session is over. */
  | 'finished'
  /** A limit was reached; see the event before. The session can be resumed. */
  | 'limit'

/** What happens in a session, in the order in which it happens. */
export type AgentEvent =
  | { readonly type: 'turn-started' }
  /** The model is asked. `attempt` counts from 1 within a step. Sizes are in UTF-16 units. */
  | {
      readonly type: 'model-called'
      readonly step: number
      readonly attempt: number
      readonly promptChars: number
      readonly stateChars: number
    }
  /** A piece of the reply to the user, as the model writes it. A reply that the model did not stream is one piece. */
  | { readonly type: 'reply-text'; readonly step: number; readonly text: string }
  /**
   * The model's answer was rejected and is asked for again. A reply is streamed only once its patch is accepted; if text
   * was streamed in this step and the answer was cut off then, that text is void.
   */
  | { readonly type: 'patch-rejected'; readonly step: number; readonly issues: readonly Issue[] }
  | {
      readonly type: 'patch-accepted'
      readonly step: number
      readonly patch: JsonObject
      /** R_t: shown here, never carried to a later prompt. */
      readonly reasoning: string
      /** True if the model answered in plain words: they are the reply, and nothing was written into the state. */
      readonly prose?: true | undefined
    }
  | { readonly type: 'tool-started'; readonly step: number; readonly tool: string; readonly input: JsonValue }
  | {
      readonly type: 'tool-ended'
      readonly step: number
      readonly tool: string
      /** What the model is shown of the result. */
      readonly text: string
      readonly failed: boolean
    }
  | ({ readonly type: 'approval-needed' } & ApprovalRequest)
  | ({ readonly type: 'call-needed' } & CallRequest)
  /** The agent says this to the user. `final` is false if it continues working. */
  | { readonly type: 'reply'; readonly step: number; readonly text: string; readonly final: boolean }
  | {
      readonly type: 'usage'
      readonly step: number
      readonly usage: Usage
      /** US dollars of the call, if the model's prices are known. */
      readonly cost?: number | undefined
      readonly total: Spent
    }
  | {
      readonly type: 'limit-near' | 'limit-reached'
      /** As `session.tokens`. */
      readonly limit: string
      readonly spent: number
      readonly most: number
    }
  | { readonly type: 'turn-ended'; readonly reason: TurnEnd }
  /** The iteration throws the error after this event. The session can be resumed. */
  | { readonly type: 'turn-failed'; readonly code: string; readonly message: string }

/** The event that tells an error. */
export function failureOf(error: unknown): AgentEvent {
  const code = error instanceof SkillStateError ? error.code : 'unexpected'
  return { type: 'turn-failed', code, message: error instanceof Error ? error.message : String(error) }
}

/** What is done on each type of event. A table that misses one does not compile. */
export type EventHandlers = {
  readonly [Type in AgentEvent['type']]: (
    event: Extract<AgentEvent, { readonly type: Type }>,
  ) => void | Promise<void>
}

/**
 * Gives each event of a turn to its handler, one after the other. For programs that must not miss a type of event, also not
 * one that a later version adds.
 *
 * @example
 * ```ts
 * import { type AgentEvent, type EventHandlers, handleEvents } from '@skill-state/agent'
 *
 * // In a program: `{ reply: ({ text }) => show(text), usage: ({ cost }) => charge(cost), … }`.
 * export async function log(events: AsyncIterable<AgentEvent>, handlers: EventHandlers): Promise<void> {
 *   await handleEvents(events, { ...handlers, reply: ({ text }) => console.log(text) })
 * }
 * ```
 */
export async function handleEvents(
  events: AsyncIterable<AgentEvent>,
  handlers: EventHandlers,
): Promise<void> {
  for await (const event of events)
    await (handlers[event.type] as (event: AgentEvent) => void | Promise<void>)(event)
}
