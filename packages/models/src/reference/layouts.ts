import type { PromptView } from '@skill-state/protocol'
import { readMemory, readStateAndTurns } from './read-context.ts'
import { readState } from './read-state.ts'
import { readTurns } from './read-turns.ts'

/**
 * How the reply is to be written: a fenced JSON block (A.4), a last line `Action: <cmd>` (A.1, A.2), or such a
 * line after one of `StateUpdate: {…}` (A.3).
 */
export type ReplyFormat = 'json-block' | 'action-line' | 'state-update'

/** What stands between the instructions and the newest observation. */
export type Context = Omit<PromptView, 'instructions' | 'observation'>

/** One runtime's prompt, described by its fixed texts. */
export interface Layout {
  /** The heading after the instructions; it tells the layouts apart. */
  readonly heading: string
  /**
   * Which `Latest Observation: ` below the heading is the real one. A JSON state cannot contain the heading,
   * so the first one is; observations in a history can, so there it is the last one.
   */
  readonly observation: 'first' | 'last'
  /** The fixed text after the observation. */
  readonly tail: string
  readonly format: ReplyFormat
  /** Reads the text between the heading and the newest observation. */
  readonly read: (body: string) => Context
}

const actionTail = "\nGenerate your next reasoning and action (format 'Action: <cmd>'):"

/** The prompts that the reference model can read: one row per layout of Appendix A. */
export const layouts: readonly Layout[] = [
  {
    heading: '\n\nSkill Execution State:\n',
    observation: 'first',
    tail: '\n\nProvide your response with:\n\n1. ',
    format: 'json-block',
    read: (body) => ({ state: readState(body), history: [] }),
  },
  {
    heading: '\n\nHistory:\n',
    observation: 'last',
    tail: actionTail,
    format: 'action-line',
    read: (body) => ({ history: readTurns(body, 'Reasoning & Action: ') }),
  },
  {
    heading: '\n\nSummarized History:\n',
    observation: 'last',
    tail: actionTail,
    format: 'action-line',
    read: readMemory,
  },
  {
    heading: '\n\nCurrent State:\n',
    observation: 'last',
    tail: "\nUpdate the state if necessary, provide reasoning, and output 'Action: <cmd>'.\nTo update state, use the format: ",
    format: 'state-update',
    read: readStateAndTurns,
  },
]
