import type { JsonObject, Turn } from '@skill-state/protocol'
import { readState } from './read-state.ts'
import { readTurns } from './read-turns.ts'

/** How the reply is to be written: a fenced JSON block (A.4) or a last line `Action: <cmd>` (A.1). */
export type ReplyFormat = 'json-block' | 'action-line'

/** What stands between the instructions and the newest observation. */
interface Context {
  readonly state?: JsonObject
  readonly history: readonly Turn[]
}

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

/** The prompts that the reference model can read: one row per runtime of Appendix A. */
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
    tail: "\nGenerate your next reasoning and action (format 'Action: <cmd>'):",
    format: 'action-line',
    read: (body) => ({ history: readTurns(body, 'Reasoning & Action: ') }),
  },
]
