import { type BoundedEnvironment, type LoadedSkill, loadSkill } from '@skill-state/agent-skills'
import {
  type AnswerForm,
  type Certificate,
  certify,
  chooseEncoding,
  compileSkill,
  type Guard,
  type PatchEncoding,
} from '@skill-state/core'
import { maxStateChars, schemaGuards } from '@skill-state/core/guards'
import type { Model, Skill } from '@skill-state/protocol'
import type { ActionForm } from '@skill-state/tools'
import { withHostNames } from './host-conventions.ts'
import type { RunFlags, SkillFlags } from './options.ts'
import { loadSkills } from './several-skills.ts'
import { type EnvironmentOptions, type OpenEnvironment, openEnvironment } from './tools/open-environment.ts'
import { type OpenTools, type OpenToolsOptions, openTools } from './tools/open-tools.ts'

/** Everything that a run needs, before its first step. */
export interface Prepared {
  readonly loaded: LoadedSkill
  /** The skill with what P says of tools, references and the task. */
  readonly skill: Skill
  /** Its caller closes them. */
  readonly tools: OpenTools
  readonly environment: BoundedEnvironment
  /** For `runSkill`. */
  readonly options: {
    readonly patch: { readonly encoding: PatchEncoding; readonly guards: readonly Guard[] }
    readonly reply: { readonly answer: AnswerForm }
    readonly observation: { readonly maxChars: number }
  }
  /** How long a prompt can get. */
  readonly certificate: Certificate
}

interface PrepareOptions extends EnvironmentOptions, Pick<OpenToolsOptions, 'host' | 'askInput'> {
  /** Whose replies are to be held to a schema, if they can. */
  readonly model: Pick<Model, 'enforce'>
  readonly signal?: AbortSignal
  /** The folder in which the command was given, if a shell is to work on a copy of it. */
  readonly folder?: string | undefined
}

/**
 * Loads the skill, starts the servers, and chooses how actions and patches are written: if the model can be held to a
 * schema, as that needs it; else so that a mistake gets the shortest message. The caller closes the tools.
 */
export async function prepare(
  folder: string,
  flags: SkillFlags & Pick<RunFlags, 'skills'>,
  options: PrepareOptions,
): Promise<Prepared> {
  const { task, shell, hash, skills } = flags
  const loaded =
    skills === undefined
      ? withHostNames(loadSkill(folder, { hash }), { task, shell })
      : await loadSkills(skills, { task, shell, hash })
  const tools = await openTools(loaded, flags, options)
  try {
    const open = (actions: ActionForm): OpenEnvironment =>
      openEnvironment(loaded, tools, actions, flags, options)
    const held = open('alternatives')
    const skill = withInstructions(loaded, [held.instructions, tools.instructions, held.tools, taskOf(flags)])
    const { encoding, enforcement } = chooseEncoding(skill, options.model, held.environment.actionSchema)
    const { environment } = enforcement.enforced ? held : open('map')
    const { maxObservationChars } = environment
    const answer = enforcement.enforced ? 'json' : 'block'
    const guards = guardsOf(loaded)
    const compiled = compileSkill(skill, { encoding, guards })
    const certificate = certify(compiled, { maxObservationChars, answer, action: 'json' })
    return {
      loaded,
      skill,
      tools,
      environment,
      options: {
        patch: { encoding, guards },
        reply: { answer },
        observation: { maxChars: maxObservationChars },
      },
      certificate,
    }
  } catch (error) {
    await tools.close()
    throw error
  }
}

/** The rules of a skill's state: what its schema asks for, and its size. */
export function guardsOf({ guards, schema, maxStateChars: most }: LoadedSkill): readonly Guard[] {
  return [...guards, ...schemaGuards(schema), ...(most === undefined ? [] : [maxStateChars(most)])]
}

function withInstructions(skill: Skill, more: readonly string[]): Skill {
  const { name, schema, initialState, stages } = skill
  const instructions = [skill.instructions, ...more].filter((part) => part !== '').join('\n\n')
  return { name, schema, initialState, stages, instructions }
}

function taskOf({ task }: SkillFlags): string {
  return task === undefined ? '' : `## Task\n\n${task}`
}
