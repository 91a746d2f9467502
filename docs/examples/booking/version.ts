import type { Desk } from './desk.ts'

/** A version of the booking agent while it talks. */
export interface BookingRun {
  /** Sends a message, and approves every call that waits for it. Gives the reply. */
  say(text: string): Promise<string>
  /** The state at the end; absent if the version has none. */
  state?(): Promise<unknown>
}

/** One booking agent: plain, in a framework, or in the framework without a state. */
export interface BookingVersion {
  readonly name: string
  /** The file of `docs/examples` that is the agent. Its lines `[!code ++]` are of the version with a state only, `[!code --]` of the one before. */
  readonly source: string
  /**
   * Starts it. Its scripted model tells the characters of each call to `desk.send` and answers with `desk.answer(newest)`, or as
   * text with `desk.written(newest)`. The customer names the session, if the version has a state. Default: `ada`.
   */
  readonly start: (desk: Desk, customer?: string) => BookingRun | Promise<BookingRun>
}

/** Every version, by the module that starts it. A framework is loaded only if it is measured. */
export const VERSIONS: Readonly<Record<string, () => Promise<{ readonly version: BookingVersion }>>> = {
  agent: () => import('./agent.ts'),
  'ai-sdk': () => load('./in-ai-sdk.ts'),
  'ai-sdk-raw': () => load('./in-ai-sdk-raw.ts'),
  langchain: () => load('./in-langchain.ts'),
  'langchain-raw': () => load('./in-langchain-raw.ts'),
  'openai-agents': () => load('./in-openai-agents.ts'),
  'openai-agents-raw': () => load('./in-openai-agents-raw.ts'),
  mastra: () => load('./in-mastra.ts'),
  'mastra-raw': () => load('./in-mastra-raw.ts'),
}

/** The types of frameworks do not pass our stricter options, so the compiler does not follow them. */
function load(path: string): Promise<{ readonly version: BookingVersion }> {
  return import(path)
}
