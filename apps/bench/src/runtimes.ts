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
import type { NamedRuntime } from '@skill-state/suite'

/** The paper's: a refused reply is asked for again, and nothing but the schema refuses. */
export const skillState: NamedRuntime = {
  description: 'the state and the newest observation; a refused reply is asked for again',
  run: runSkill,
  options: { attempts: DEFAULT_ATTEMPTS },
}

/** Asks once: a refused reply becomes the no-op, whatever was wrong with it. */
export const skillStateOnce: NamedRuntime = {
  description: 'skill-state that asks once: a refused reply becomes the no-op',
  run: (input) => runSkill(input, { attempts: 1, noopWhen: 'always' }),
  options: { attempts: 1, noopWhen: 'always' },
}

const GUARDED_ATTEMPTS = 5

/** With the guards that the skill's schema asks for, and more patience, since more is refused. */
export const skillStateGuarded: NamedRuntime = {
  description: "skill-state with the guards that the skill's schema asks for",
  run: (input) => runSkill(input, { attempts: GUARDED_ATTEMPTS, guards: guardsOf(input.skill) }),
  options: { attempts: GUARDED_ATTEMPTS, guards: 'of the schema' },
}

/** Answers in one JSON object, to which a model is held where it can be; the patch is written as the encoding says. */
function skillStateIn(encoding: PatchEncoding, patch: string): NamedRuntime {
  return {
    description: `skill-state whose reply is JSON, held to a schema; the patch is ${patch}`,
    run: (input) => runSkill(input, { answer: 'json', encoding }),
    options: { attempts: DEFAULT_ATTEMPTS, answer: 'json', encoding: encoding.name },
    answerSchema: (skill, actionSchema) => answerSchema(compileSkill(skill, { encoding }), actionSchema),
  }
}

export const skillStateJson: NamedRuntime = skillStateIn(mergeEncoding, 'a merge object')
export const skillStateOperations: NamedRuntime = skillStateIn(operationsEncoding, 'a list of operations')
export const skillStateKeep: NamedRuntime = skillStateIn(
  keepEncoding,
  'an object with every key, kept or set',
)

export const transcriptJson: NamedRuntime = {
  description: 'prompt whose reply is JSON, held to a schema',
  run: promptJson,
  options: { attempts: DEFAULT_ATTEMPTS, answer: 'json' },
  answerSchema: (_, actionSchema) => actionAnswerSchema(actionSchema),
}

export const transcript: NamedRuntime = {
  description: 'the whole transcript',
  run: prompt,
  options: { attempts: DEFAULT_ATTEMPTS },
}

export const windowAndSummary: NamedRuntime = {
  description: `the newest ${MEMORY_WINDOW} turns, and a summary of those before`,
  run: memory,
  options: { attempts: DEFAULT_ATTEMPTS, window: MEMORY_WINDOW, cadence: MEMORY_CADENCE },
}

export const stateAndTranscript: NamedRuntime = {
  description: 'the state and the whole transcript',
  run: stateful,
  options: { attempts: DEFAULT_ATTEMPTS },
}

/** Pinned to the size of the paper's controls. */
export const newestTurns: NamedRuntime = {
  description: `the newest turns that fit into ${PINNED_PROMPT_CHARS} characters`,
  run: truncated,
  options: { attempts: DEFAULT_ATTEMPTS, maxPromptChars: PINNED_PROMPT_CHARS },
}

/** Pinned to the same size. */
export const cappedSummary: NamedRuntime = {
  description: `memory within ${PINNED_PROMPT_CHARS} characters`,
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
