import { type Issue, type JsonObject, reasonOf, SkillStateError, type Usage } from '@skill-state/protocol'
import type { Spent } from '@skill-state/protocol/meter'

/** Inputs by the name of their tool, such as `{ book: { flight: string } }`. */
// biome-ignore lint/suspicious/noExplicitAny: a session whose tools do not matter
export type AnyInputs = Record<string, any>

/** A call of one of the tools, typed by its name. */
type CallOf<Inputs = AnyInputs> = {
  readonly [Name in keyof Inputs & string]: { readonly tool: Name; readonly input: Inputs[Name] }
}[keyof Inputs & string]

/** A call that the program around the session executes, because the tool has no `execute`. */
export type CallRequest<Inputs = AnyInputs> = CallOf<Inputs> & {
  /** The step's number, which never comes again in the session; `answer` names it. */
  readonly step: number
  /** Which of several calls of the step it is, from 0; `answer` names it too. */
  readonly call?: number | undefined
}

/** A call that waits for somebody's approval: `approve` and `deny` name its `step` and `call`, so that no answer meets another one. */
export type ApprovalRequest<Inputs = AnyInputs> = CallRequest<Inputs> & {
  /** Why it has to be approved, if the tool says so. */
  readonly reason?: string | undefined
}

export type TurnEnd =
  | 'replied'
  /** A call waits for approval or for its result; `session.approval` and `session.call` say which. */
  | 'waiting'
  | 'finished'
  | 'limit'
  | 'stopped'
  /** The model could not go on, or could not be reached. */
  | 'failed'

/** How a turn ended. Unless it is resumable or waits, its message is closed, and the next one is played. */
export interface Ending {
  readonly end: TurnEnd
  /** The limit that ended the turn, as `session.steps`. */
  readonly limit?: string | undefined
  /** Why it was stopped, failed or ended at a limit. */
  readonly reasons?: readonly string[] | undefined
  /** True if the message stays open: `resume` continues with it. */
  readonly resumable?: boolean | undefined
}

/** What happens in a session, in the order in which it happens. */
export type AgentEvent<Inputs = AnyInputs> =
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
   * The model's answer was rejected and is asked for again. A reply is streamed only once its patch is accepted, unless the model
   * answers in its provider's own form, which has the text before the calls. If text was streamed in this step, it is void.
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
  /** The calls of one step run at once; `call` says which of them it is, from 0. */
  | ({
      readonly type: 'tool-started'
      readonly step: number
      readonly call?: number | undefined
    } & CallOf<Inputs>)
  | {
      readonly type: 'tool-ended'
      readonly step: number
      readonly call?: number | undefined
      readonly tool: keyof Inputs & string
      /** What the model is shown of the result. */
      readonly text: string
      readonly failed: boolean
    }
  | ({ readonly type: 'approval-needed' } & ApprovalRequest<Inputs>)
  | ({ readonly type: 'call-needed' } & CallRequest<Inputs>)
  /** The agent says this to the user. `final` is false if it continues working. */
  | { readonly type: 'reply'; readonly step: number; readonly text: string; readonly final: boolean }
  /**
   * A reply repeats what the user gave, or says that it keeps something, and neither the state nor a call has these
   * values: later prompts will not show them. Numbers, dates and addresses only, so it says too little rather than too much.
   */
  | { readonly type: 'not-noted'; readonly step: number; readonly values: readonly string[] }
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
  | ({ readonly type: 'turn-ended' } & Ending)
  /** The store failed: the iteration throws the error after this event. The session can be opened again. */
  | { readonly type: 'turn-failed'; readonly code: string; readonly message: string }

export function failureOf(error: unknown): AgentEvent {
  const code = error instanceof SkillStateError ? error.code : 'unexpected'
  return { type: 'turn-failed', code, message: reasonOf(error) }
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
 * import { type AgentEvent, handleEvents } from '@skill-state/agent'
 *
 * type Handlers = Parameters<typeof handleEvents>[1]
 * // In a program: `{ reply: ({ text }) => show(text), usage: ({ cost }) => charge(cost), … }`.
 * export async function log(events: AsyncIterable<AgentEvent>, handlers: Handlers): Promise<void> {
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
