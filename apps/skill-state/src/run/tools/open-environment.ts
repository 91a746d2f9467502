import { type BoundedEnvironment, type LoadedSkill, withReferences } from '@skill-state/agent-skills'
import type { JsonObject } from '@skill-state/protocol'
import { type ActionForm, type ResultStore, ToolWorld, toolInstructions } from '@skill-state/tools'
import type { SkillFlags } from '../options.ts'
import type { OpenTools } from './open-tools.ts'

export interface EnvironmentOptions {
  readonly results?: ResultStore | undefined
  /** Hears when a tool is called, and is called at its end. */
  readonly waits?: ((what: string) => () => void) | undefined
}

/** Where a skill acts: its tools, and the texts beside it. */
export interface OpenEnvironment {
  readonly environment: BoundedEnvironment & { readonly actionSchema: JsonObject }
  readonly instructions: string
  /** For P: what there is to do. */
  readonly tools: string
}

export function openEnvironment(
  { references }: LoadedSkill,
  open: OpenTools,
  actions: ActionForm,
  flags: SkillFlags,
  { results, waits = () => () => {} }: EnvironmentOptions,
): OpenEnvironment {
  let ended = (): void => {}
  const world = new ToolWorld({
    events: {
      toolStarted: ({ tool }) => {
        ended = waits(`tool ${tool}`)
      },
      toolEnded: () => ended(),
    },
    tools: open.tools,
    actions,
    results,
    maxResultChars: flags.maxResultChars,
    finish: (files) => missingText(open, files),
  })
  const tools = toolInstructions(world.actions)
  if (references.length === 0 && flags.pin === undefined)
    return { environment: world, instructions: '', tools }
  const environment = withReferences(world, { references, pinned: flags.pin, maxChars: flags.referenceChars })
  return { environment, instructions: environment.instructions, tools }
}

/** Why a run that names these files is not over. */
function missingText({ has }: OpenTools, files: readonly string[]): string | undefined {
  const missing = files.filter((file) => has?.(file) === false)
  if (missing.length === 0) return undefined
  return `These files are not there: ${missing.join(', ').slice(0, 300)}. Make them, or name those that you made.`
}
