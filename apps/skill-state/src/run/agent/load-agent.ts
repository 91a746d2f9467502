import { basename, resolve } from 'node:path'
import type { Agent } from '@skill-state/agent'
import { invalidOption } from '@skill-state/protocol'
import { loadModule } from './find-model.ts'
import type { ServedAgent } from './skill-agent.ts'

/**
 * The agent that a module exports by default. Its `description`, if it exports one, tells hosts what it does; its `context` is
 * what approvals and guards are given where no session is opened.
 */
export async function loadAgent(
  file: string,
): Promise<Omit<ServedAgent, 'close'> & { readonly context: unknown }> {
  const name = basename(file).replace(/\.\w+$/, '')
  const {
    default: agent,
    context,
    description = `The agent ${name}.`,
  } = await loadModule(resolve(file), `${file}: it`)
  if (!isAgent(agent))
    throw invalidOption(`${file}: it exports no agent by default: export what agent(…) returns`)
  return { agent, context, name, description: String(description) }
}

function isAgent(value: unknown): value is Agent<unknown> {
  return typeof value === 'object' && value !== null && 'open' in value && 'certificate' in value
}
