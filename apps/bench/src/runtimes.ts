import { prompt } from '@skill-state/baselines'
import { compileSkill, DEFAULT_ATTEMPTS, type Guard, runSkill } from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import type { JsonObject, Runtime, Skill } from '@skill-state/protocol'

/** A runtime as the command line runs it. */
export interface NamedRuntime {
  readonly run: Runtime
  /** What of it could change a figure; part of a run's conditions. */
  readonly options: JsonObject
}

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

function guardsOf(skill: Skill): readonly Guard[] {
  return schemaGuards(compileSkill(skill).schema)
}
