import {
  type BoundedEnvironment,
  type LoadedSkill,
  loadSkill,
  withReferences,
} from '@skill-state/agent-skills'
import {
  type AnswerForm,
  type Certificate,
  certify,
  chooseEncoding,
  compileSkill,
  type PatchEncoding,
} from '@skill-state/core'
import { connectMcp, type McpConnections, mcpEnvironment } from '@skill-state/mcp'
import type { JsonObject, Model, Skill } from '@skill-state/protocol'
import { type ActionForm, type ResultStore, toolInstructions } from '@skill-state/tools'
import { optionalInteger, type SkillFlags } from './options.ts'
import { serverOf } from './server-of.ts'

/** Everything that a run needs, before its first step. */
export interface Prepared {
  readonly loaded: LoadedSkill
  /** The skill with what P says of tools, references and the task. */
  readonly skill: Skill
  readonly connections: McpConnections
  readonly environment: BoundedEnvironment
  /** How replies are written. */
  readonly reply: {
    readonly encoding: PatchEncoding
    readonly answer: AnswerForm
    readonly maxObservationChars: number
  }
  /** How long a prompt can get. */
  readonly certificate: Certificate
}

interface PrepareOptions {
  /** Whose replies are to be held to a schema, if they can. */
  readonly model: Pick<Model, 'enforce'>
  readonly results?: ResultStore | undefined
  readonly signal?: AbortSignal
}

/**
 * Loads the skill, starts the servers, and chooses how actions and patches are written: where the model can be held to a
 * schema, as that needs it; else so that a mistake is told in the fewest words. The caller closes the environment.
 */
export async function prepare(folder: string, flags: SkillFlags, options: PrepareOptions): Promise<Prepared> {
  const loaded = loadSkill(folder, { hash: flags.hash })
  const servers = flags.mcp.map(serverOf)
  const only = flags.tools?.split(',').map((name) => name.trim())
  const timeoutMs = timeoutOf(flags)
  const connections = await connectMcp(servers, { only, signal: options.signal, startTimeoutMs: timeoutMs })
  try {
    const open = (actions: ActionForm): OpenEnvironment =>
      openEnvironment(loaded, connections, actions, flags, options)
    const held = open('alternatives')
    const skill = withInstructions(loaded, [held.instructions, held.tools, taskOf(flags)])
    const { encoding, enforcement } = chooseEncoding(skill, options.model, held.environment.actionSchema)
    const { environment } = enforcement.enforced ? held : open('map')
    const { maxObservationChars } = environment
    const answer = enforcement.enforced ? 'json' : 'block'
    const compiled = compileSkill(skill, { encoding })
    const certificate = certify(compiled, { maxObservationChars, answer, action: 'json' })
    return {
      loaded,
      skill,
      connections,
      environment,
      reply: { encoding, answer, maxObservationChars },
      certificate,
    }
  } catch (error) {
    await connections.close()
    throw error
  }
}

/** Milliseconds that a server has to start, and a tool to answer. */
function timeoutOf({ timeout }: SkillFlags): number | undefined {
  const seconds = optionalInteger('--timeout', timeout)
  return seconds === undefined ? undefined : seconds * 1_000
}

interface OpenEnvironment {
  readonly environment: BoundedEnvironment & { readonly actionSchema: JsonObject }
  readonly instructions: string
  /** For P: what there is to do. */
  readonly tools: string
}

function openEnvironment(
  { references }: LoadedSkill,
  connections: McpConnections,
  actions: ActionForm,
  flags: SkillFlags,
  { results }: PrepareOptions,
): OpenEnvironment {
  const world = mcpEnvironment(connections, {
    actions,
    results,
    maxResultChars: optionalInteger('--max-result-chars', flags.maxResultChars),
    timeoutMs: timeoutOf(flags),
  })
  const tools = toolInstructions(world.actions)
  if (references.length === 0 && flags.pin === undefined)
    return { environment: world, instructions: '', tools }
  const environment = withReferences(world, { references, pinned: flags.pin })
  return { environment, instructions: environment.instructions, tools }
}

function withInstructions(skill: Skill, more: readonly string[]): Skill {
  const { name, schema, initialState } = skill
  const instructions = [skill.instructions, ...more].filter((part) => part !== '').join('\n\n')
  return { name, schema, initialState, instructions }
}

function taskOf({ task }: SkillFlags): string {
  return task === undefined ? '' : `## Task\n\n${task}`
}
