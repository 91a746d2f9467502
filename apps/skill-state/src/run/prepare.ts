import {
  type BoundedEnvironment,
  type LoadedSkill,
  loadSkill,
  withReferences,
} from '@skill-state/agent-skills'
import { certify, chooseEncoding, compileSkill, type Guard } from '@skill-state/core'
import { maxStateChars, schemaGuards } from '@skill-state/core/guards'
import type { JsonObject, Model, Skill } from '@skill-state/protocol'
import {
  type ActionForm,
  type AnyTool,
  type ResultStore,
  ToolWorld,
  toolInstructions,
} from '@skill-state/tools'
import { withHostNames } from './host-conventions.ts'
import type { RunFlags, SkillFlags } from './options.ts'
import { type OnSlow, watchSlow } from './report/slow.ts'
import { loadSkills } from './several-skills.ts'
import { type OpenTools, type OpenToolsOptions, openTools } from './tools/open-tools.ts'

/** Everything that a run needs, before its first step. Its caller closes the tools. */
export type Prepared = Awaited<ReturnType<typeof prepare>>

type Environment = BoundedEnvironment & { readonly actionSchema: JsonObject }

interface PrepareOptions extends OpenToolsOptions {
  /** Whose replies are to be held to a schema, if they can. */
  readonly model: Pick<Model, 'enforce'>
  readonly results?: ResultStore | undefined
  /** Hears of calls of tools. */
  readonly onSlow?: OnSlow
}

/**
 * Loads the skill, starts the servers, and chooses how actions and patches are written: if the model can be held to a
 * schema, as that needs it; else so that a mistake gets the shortest message. The caller closes the tools.
 */
export async function prepare(
  folder: string,
  flags: SkillFlags & Pick<RunFlags, 'skills'>,
  { model, results, onSlow = () => {}, ...options }: PrepareOptions,
) {
  const { task, shell, hash, skills, pin: pinned, maxResultChars, referenceChars: maxChars } = flags
  const loaded =
    skills === undefined
      ? withHostNames(loadSkill(folder, { hash }), { task, shell })
      : await loadSkills(skills, { task, shell, hash })
  const { references, name, schema, initialState, stages } = loaded
  const tools = await openTools(loaded, flags, options)
  const watched = Object.fromEntries(
    Object.entries(tools.tools).map(([key, tool]) => [key, watchedTool(key, tool, onSlow)]),
  )
  const open = (actions: ActionForm): { environment: Environment; more: readonly string[] } => {
    const finish = (files: readonly string[]) => missingText(tools, files)
    const world = new ToolWorld({ tools: watched, actions, results, maxResultChars, finish })
    const said = toolInstructions(world.actions)
    if (references.length === 0 && pinned === undefined)
      return { environment: world, more: [tools.instructions, said] }
    const environment = withReferences(world, { references, pinned, maxChars })
    return { environment, more: [environment.instructions, tools.instructions, said] }
  }
  try {
    const held = open('alternatives')
    const parts = [loaded.instructions, ...held.more, task === undefined ? '' : `## Task\n\n${task}`]
    const instructions = parts.filter((part) => part !== '').join('\n\n')
    /** With what P says of tools, references and the task. */
    const skill: Skill = { name, schema, initialState, stages, instructions }
    const { encoding, enforcement } = chooseEncoding(skill, model, held.environment.actionSchema)
    const { environment } = enforcement.enforced ? held : open('map')
    const { maxObservationChars } = environment
    const answer = enforcement.enforced ? 'json' : 'block'
    const patch = { encoding, guards: guardsOf(loaded) }
    const certificate = certify(compileSkill(skill, patch), { maxObservationChars, answer, action: 'json' })
    /** For `runSkill`. */
    const how = { patch, reply: { answer }, observation: { maxChars: maxObservationChars } } as const
    return { loaded, skill, tools, environment, options: how, certificate }
  } catch (error) {
    await tools.close()
    throw error
  }
}

/** The rules of a skill's state: what its schema asks for, and its size. */
export function guardsOf({ guards, schema, maxStateChars: most }: LoadedSkill): readonly Guard[] {
  return [...guards, ...schemaGuards(schema), ...(most === undefined ? [] : [maxStateChars(most)])]
}

function watchedTool(name: string, tool: AnyTool, onSlow: OnSlow): AnyTool {
  const { execute } = tool
  if (execute === undefined) return tool
  return { ...tool, execute: (...call) => watchSlow(`tool ${name}`, onSlow, () => execute(...call)) }
}

/** Why a run that names these files is not over. */
function missingText({ has }: OpenTools, files: readonly string[]): string | undefined {
  const missing = files.filter((file) => has?.(file) === false)
  if (missing.length === 0) return undefined
  return `These files are not there: ${missing.join(', ').slice(0, 300)}. Make them, or name those that you made.`
}
