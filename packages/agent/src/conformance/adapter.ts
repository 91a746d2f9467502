import type { JsonObject } from '@skill-state/protocol'
import type { FrameworkCall } from '../embedded/embedded-agent.ts'
import type { EmbeddedAgent, EmbeddedOptions, Entry } from '../embedded/index.ts'

/** A tool of the suite, which the framework executes. */
export interface SuiteTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input. */
  readonly input: JsonObject
  /** Whether the framework must ask a person first. */
  readonly approve: boolean
  /** Its result is a PNG as base64. Give it to the framework as an image. */
  readonly draws: boolean
  /** `call` is the framework's id of the call. */
  execute(this: void, input: JsonObject, call: string): Promise<string>
}

/** What an adapter is started with. Give all of it to the framework as its own users would. */
export interface AdapterSetup {
  /** What the adapter asks for each step, in place of an agent that it makes itself. */
  readonly agent: EmbeddedAgent
  /** Present if the adapter has to make its agent itself: its options of the state. */
  readonly own?: EmbeddedOptions<JsonObject> | undefined
  readonly session: string
  readonly instructions: string
  readonly tools: readonly SuiteTool[]
  /** What the framework's scripted model answers, given the text of the last message that it is sent, and its signal. */
  readonly reply: (text: string, signal: AbortSignal | undefined) => Promise<SuiteAnswer>
  /** Marks the instructions for the provider's cache. */
  readonly marked: boolean
  /** Adds a tool `web_search` that runs at the provider. */
  readonly searches: boolean
}

/** What the framework's scripted model answers, in the framework's own form. */
export interface SuiteAnswer {
  readonly text: string
  readonly calls: readonly FrameworkCall[]
  /** What it thought before, as the framework's own reasoning. */
  readonly reasoning?: string | undefined
  /** What its provider's own tool has found, given with it. */
  readonly searched?: string | undefined
}

/** What reached the framework's model with one call of it. */
export interface SentRequest {
  readonly messages: readonly SentMessage[]
  /** Names of the tools, those of the provider included. */
  readonly tools: readonly string[]
  /** As `SayOptions.toolChoice` has it; undefined if nothing was said, or `auto`. */
  readonly toolChoice?: string | undefined
  readonly hasSchema: boolean
}

interface SentMessage {
  readonly role: string
  /** All text of the message. */
  readonly text: string
  /** Images in it, as base64. */
  readonly images?: readonly string[] | undefined
  /** Whether it is marked for the provider's cache. */
  readonly marked?: boolean | undefined
  /** Ids of the calls and results that it holds. */
  readonly calls: readonly string[]
  readonly results: readonly string[]
}

/** How a turn of the framework ended. */
export interface TurnReport {
  /** `aborted` includes any error that the abort led to. */
  readonly end: 'replied' | 'approval' | 'steps' | 'aborted'
  /** What the framework gives as the text of the turn; empty unless it replied. */
  readonly text: string
  readonly pieces: readonly string[]
  /** What the framework gives as data, if it was asked for. */
  readonly data?: unknown
  /** What the framework gives as the model's reasoning, and as results of tools at the provider. */
  readonly beside?: string | undefined
}

export interface SayOptions {
  readonly signal?: AbortSignal | undefined
  /** A PNG that goes with the message, as base64. */
  readonly image?: string | undefined
  /** The framework's own limit of steps. Default: at least 50. */
  readonly maxSteps?: number | undefined
  /** Asks for the answer as data of this JSON Schema. */
  readonly output?: JsonObject | undefined
  readonly toolChoice?: 'required' | 'none' | undefined
}

/** A framework's loop with the adapter in it. It keeps the conversation as the framework's users keep it. */
export interface AdapterRun {
  /** Sends a message of the user, and runs the loop until it ends. */
  say(text: string, options?: SayOptions): Promise<TurnReport>
  /**
   * Says something in the place of an earlier message: the last one for 0, the one before it for 1. What came since is no longer
   * in the conversation.
   */
  edit(back: number, text: string): Promise<TurnReport>
  /** Approves or denies the one call that waits for approval, and runs the loop until it ends. */
  decide(approved: boolean, reason: string): Promise<TurnReport>
  /** What reached the framework's model, call by call. */
  readonly sent: readonly SentRequest[]
  /** What the framework holds of the conversation, without instructions. */
  transcript(): Promise<readonly Entry[]> | readonly Entry[]
  /** What the framework's own tracing has recorded: one entry for each call of the adapter's model, and of a tool. */
  spans(): readonly ('model' | 'tool')[]
}

export interface AdapterSuiteOptions {
  readonly start: (setup: AdapterSetup) => AdapterRun | Promise<AdapterRun>
  /**
   * What the framework itself does not have. `history`: it does not hand over what was said before the last turn. `partial`: it
   * makes no call of an answer of which one waits for approval. `at-once`: it makes calls one after the other if a tool asks for
   * approval. `marks`: marks for the provider's cache.
   */
  readonly lacks?:
    | readonly ('streaming' | 'approval' | 'tracing' | 'history' | 'partial' | 'at-once' | 'marks')[]
    | undefined
  /** For tests of the suite itself: spoils the agent. */
  readonly tamper?: ((agent: EmbeddedAgent) => EmbeddedAgent) | undefined
  /** Steps of the check of the bound, all in one session. Default 1,000. */
  readonly steps?: number | undefined
  /** Steps of it after which the framework begins an empty transcript. Default: never. A long one takes most frameworks ever longer. */
  readonly conversation?: number | undefined
}

/** The rules of the suite by their names: how to keep one, what it checks, and what the framework must have for it. */
export type AdapterRules = Readonly<
  Record<
    string,
    readonly [
      mend: string,
      run: () => Promise<void>,
      needs?: NonNullable<AdapterSuiteOptions['lacks']>[number],
    ]
  >
>
