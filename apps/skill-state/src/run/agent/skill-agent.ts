import { type Agent, type AnyTool, agent, type Tool, ToolFailure, tool } from '@skill-state/agent'
import { type LoadedSkill, loadSkill } from '@skill-state/agent-skills'
import { field } from '@skill-state/eval/options'
import type { JsonObject, Model } from '@skill-state/protocol'
import { brief } from '../../brief.ts'
import type { ServeFlags } from '../options.ts'
import { guardsOf } from '../prepare.ts'
import { openTools } from '../tools/open-tools.ts'
import type { ServerOptions } from '../tools/server-options.ts'

/** An agent that is served. Its caller closes it. */
export interface ServedAgent {
  readonly agent: Agent<unknown>
  readonly name: string
  /** What it does, for the model of the host. */
  readonly description: string
  close(this: void): Promise<void>
}

/** A skill as an agent that talks: its instructions, its state, the tools of its servers, and its references by a tool. */
export async function skillAgent(
  folder: string,
  model: Model,
  { onQuestion, ...flags }: ServeFlags & Pick<ServerOptions, 'onQuestion'>,
): Promise<ServedAgent> {
  const loaded = loadSkill(folder, { hash: flags.hash })
  const open = await openTools(loaded, { ...flags, mcp: flags.server ?? [] }, { host: { onQuestion } })
  try {
    const { name, instructions, stages, schema, initialState, frontmatter } = loaded
    const made: Agent<unknown> = agent({
      name,
      model,
      instructions: [instructions, open.instructions].filter((part) => part !== '').join('\n\n'),
      stages,
      state: schema,
      initialState,
      tools: { ...open.tools, ...referenceTool(loaded) } as Readonly<Record<string, AnyTool>>,
      maxResultChars: flags.maxResultChars,
      limits: { session: { steps: flags.maxSteps, ...field.limitsIn(flags) } },
      guards: guardsOf(loaded),
      onWarning: note,
    })
    for (const text of [...loaded.notes, ...open.notes]) note(text)
    // Tools know by the context of a call whose it is.
    const ofSessions: Agent<unknown> = {
      ...made,
      open: (options) => made.open({ ...options, context: options.id }),
    }
    return { agent: ofSessions, name, description: frontmatter.description, close: open.close }
  } catch (error) {
    await open.close()
    throw error
  }
}

/** Reads the texts beside SKILL.md. A long one is read in parts, as any result. */
function referenceTool({ references }: LoadedSkill): { readonly read_reference?: Tool<JsonObject> } {
  if (references.length === 0) return {}
  const texts = new Map(references.map(({ name, text }) => [name, text]))
  const names = [...texts.keys()].join(', ')
  const reader = tool({
    description: `Reads a text that the instructions name. The name "list" lists all of them. There are: ${names}`,
    input: {
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    } as JsonObject,
    onUnknown: 'repeat',
    execute: ({ name }) => {
      if (name === 'list') return names
      const text = typeof name === 'string' ? texts.get(name) : undefined
      if (text !== undefined) return text
      throw new ToolFailure(`There is no text ${JSON.stringify(name)}; the name "list" lists all of them`)
    },
  })
  return { read_reference: reader }
}

function note(text: string): void {
  process.stderr.write(`note: ${brief(text)}\n`)
}
