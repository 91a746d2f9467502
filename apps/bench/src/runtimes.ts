import {
  MEMORY_CADENCE,
  MEMORY_WINDOW,
  memory,
  PINNED_PROMPT_CHARS,
  prompt,
  promptJson,
  stateful,
  summaryCapped,
  truncated,
} from '@skill-state/baselines'
import {
  actionAnswerSchema,
  answerSchema,
  compileSkill,
  DEFAULT_ATTEMPTS,
  type Guard,
  keepEncoding,
  mergeEncoding,
  operationsEncoding,
  type PatchEncoding,
  runSkill,
} from '@skill-state/core'
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

/** Answers in one JSON object, to which a model is held where it can be; the patch is written as the encoding says. */
function skillStateIn(encoding: PatchEncoding): NamedRuntime {
  return {
    run: (input) => runSkill(input, { answer: 'json', encoding }),
    options: { attempts: DEFAULT_ATTEMPTS, answer: 'json', encoding: encoding.name },
    answerSchema: (skill, actionSchema) => answerSchema(compileSkill(skill, { encoding }), actionSchema),
  }
}

export const skillStateJson: NamedRuntime = skillStateIn(mergeEncoding)
export const skillStateOperations: NamedRuntime = skillStateIn(operationsEncoding)
export const skillStateKeep: NamedRuntime = skillStateIn(keepEncoding)

export const transcriptJson: NamedRuntime = {
  run: promptJson,
  options: { attempts: DEFAULT_ATTEMPTS, answer: 'json' },
  answerSchema: (_, actionSchema) => actionAnswerSchema(actionSchema),
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
