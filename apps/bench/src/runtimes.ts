import {
  MEMORY_CADENCE,
  MEMORY_WINDOW,
  memory,
  PINNED_PROMPT_CHARS,
  prompt,
  stateful,
  summaryCapped,
  truncated,
} from '@skill-state/baselines'
import { compileSkill, DEFAULT_ATTEMPTS, type Guard, runSkill } from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import type { Skill } from '@skill-state/protocol'
import type { NamedRuntime } from './named-runtime.ts'

/** The paper's: a refused reply is asked for again, and nothing but the schema refuses. */
export const skillState: NamedRuntime = { run: runSkill, options: { attempts: DEFAULT_ATTEMPTS } }

/** Asks once: a refused reply becomes the no-op, whatever was wrong with it. */
export const skillStateOnce: NamedRuntime = {
  run: (input) => runSkill(input, { attempts: 1, noopWhen: 'always' }),
  options: { attempts: 1, noopWhen: 'always' },
}

const GUARDED_ATTEMPTS = 5

/** With the guards that the skill's schema asks for, and more patience, since more is refused. */
export const skillStateGuarded: NamedRuntime = {
  run: (input) => runSkill(input, { attempts: GUARDED_ATTEMPTS, guards: guardsOf(input.skill) }),
  options: { attempts: GUARDED_ATTEMPTS, guards: 'of the schema' },
}

export const transcript: NamedRuntime = { run: prompt, options: { attempts: DEFAULT_ATTEMPTS } }

export const windowAndSummary: NamedRuntime = {
  run: memory,
  options: { attempts: DEFAULT_ATTEMPTS, window: MEMORY_WINDOW, cadence: MEMORY_CADENCE },
}

export const stateAndTranscript: NamedRuntime = { run: stateful, options: { attempts: DEFAULT_ATTEMPTS } }

/** Pinned to the size of SKILL.state's prompt. */
export const newestTurns: NamedRuntime = {
  run: truncated,
  options: { attempts: DEFAULT_ATTEMPTS, maxPromptChars: PINNED_PROMPT_CHARS },
}

/** Pinned to the same size. */
export const cappedSummary: NamedRuntime = {
  run: summaryCapped,
  options: {
    attempts: DEFAULT_ATTEMPTS,
    window: MEMORY_WINDOW,
    cadence: MEMORY_CADENCE,
    maxPromptChars: PINNED_PROMPT_CHARS,
  },
}

function guardsOf(skill: Skill): readonly Guard[] {
  return schemaGuards(compileSkill(skill).schema)
}
