import type { CompiledSkill, RunSkillOptions } from '@skill-state/core'
import type { Migrations, OpenJournal } from '@skill-state/core/journal'
import type { JsonObject, Model } from '@skill-state/protocol'
import type { Ledger, Limits } from '@skill-state/protocol/meter'
import type { ToolWorld, ToolWorldOptions } from '@skill-state/tools'
import type { AgentEvent } from '../events.ts'
import type { SessionPlace } from '../stores.ts'
import type { ViewLimits } from './observation.ts'
import type { SeedEntry } from './seed.ts'

/** The limits of a session, and of each message in it. */
interface SessionLimits {
  readonly session: Limits
  readonly message: Limits
}

/** What an agent is made of, checked and compiled once. */
export interface Blueprint {
  readonly skill: CompiledSkill
  readonly schemaVersion: number | undefined
  readonly migrations: Migrations | undefined
  readonly model: Model
  readonly world: Required<
    Pick<ToolWorldOptions, 'tools' | 'output' | 'conversation' | 'maxResultChars' | 'maxCalls' | 'finish'>
  >
  readonly limits: SessionLimits
  /** Whether a reply in plain words is rejected. */
  readonly strict: boolean
  /** UTF-16 units of what the instructions say of the state and of the tools, if that is not sent beside them. */
  readonly described: { readonly schema: number; readonly tools: number }
  readonly run: Pick<RunSkillOptions, 'patch' | 'reply' | 'observation' | 'commit'>
  readonly view: ViewLimits
  readonly onWarning: (warning: string) => void
  readonly onEvent?: ((event: AgentEvent, session: string) => void) | undefined
}

/** Under it an agent has its blueprint: a symbol that copies of this package share, since a program may have two. */
export const BLUEPRINT: unique symbol = Symbol.for('skill-state.blueprint') as never

export interface Parts {
  readonly agent: Blueprint
  readonly place: SessionPlace
  readonly journal: OpenJournal
  readonly world: ToolWorld
  /** What the next decision notes of how the model is asked. */
  readonly asked: () => JsonObject | undefined
  readonly context: unknown
  /** What a new session begins with, from an existing conversation. */
  readonly seed: readonly SeedEntry[] | undefined
  readonly ledger: Ledger
  /** Tells of what happens in the turn under way. */
  emit: (event: AgentEvent) => void
  /** Why nothing more is told to the observer in this turn; the turn then ends before its next step. */
  deaf?: string | undefined
  /** What the store has thrown. */
  failure?: { readonly cause: unknown } | undefined
  /** The calls that were decided and have not reached a tool, as far as this process knows. */
  readonly notExecuted: Set<string>
}
