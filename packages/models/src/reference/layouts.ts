import type { PromptView } from '@skill-state/protocol'
import { readMemory, readStateAndTurns } from './read-context.ts'
import { readState } from './read-state.ts'
import { readTurns } from './read-turns.ts'

/**
 * How the reply is to be written: a fenced JSON block (A.4), a last line `Action: <cmd>` (A.1, A.2), such a line
 * after one of `StateUpdate: {…}` (A.3), or one JSON object with the reasoning in it, with or without a patch.
 */
export type ReplyFormat = 'json-block' | 'action-line' | 'state-update' | 'json-object' | 'json-action'

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
  /** The fixed texts that may stand after the observation, and what each asks for. */
  readonly tails: Readonly<Record<string, ReplyFormat>>
  /** Reads the text between the heading and the newest observation. */
  readonly read: (body: string) => Context
}

const actionTails = {
  "\nGenerate your next reasoning and action (format 'Action: <cmd>'):": 'action-line',
  '\nGenerate your next reasoning and action as one JSON object and nothing else, ': 'json-action',
} as const

/** The prompts that the reference model can read: one row per layout of Appendix A. */
export const layouts: readonly Layout[] = [
  {
    heading: '\n\nSkill Execution State:\n',
    observation: 'first',
    tails: {
      '\n\nProvide your response with:\n\n1. ': 'json-block',
      '\n\nProvide your response as one JSON object and nothing else, ': 'json-object',
    },
    read: (body) => ({ state: readState(body), history: [] }),
  },
  {
    heading: '\n\nHistory:\n',
    observation: 'last',
    tails: actionTails,
    read: (body) => ({ history: readTurns(body, 'Reasoning & Action: ') }),
  },
  {
    heading: '\n\nSummarized History:\n',
    observation: 'last',
    tails: actionTails,
    read: readMemory,
  },
  {
    heading: '\n\nCurrent State:\n',
    observation: 'last',
    tails: {
      "\nUpdate the state if necessary, provide reasoning, and output 'Action: <cmd>'.\nTo update state, use the format: ":
        'state-update',
    },
    read: readStateAndTurns,
  },
]
