import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Agent } from '@skill-state/agent'
import { invalidOption, reasonOf } from '@skill-state/protocol'
import type { ServedAgent } from './skill-agent.ts'

/**
 * The agent that a module exports by default. Its `description`, if it exports one, tells hosts what it does; its `context` is
 * what approvals and guards are given where no session is opened.
 */
export async function loadAgent(file: string): Promise<ServedAgent & { readonly context: unknown }> {
  let loaded: { readonly default?: unknown; readonly description?: unknown; readonly context?: unknown }
  try {
    loaded = await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw invalidOption(`${file}: it cannot be loaded: ${reasonOf(error)}`)
  }
  const name = basename(file).replace(/\.\w+$/, '')
  const { default: agent, context, description = `The agent ${name}.` } = loaded
  if (!isAgent(agent))
    throw invalidOption(`${file}: it exports no agent by default: export what agent(…) returns`)
  return { agent, context, name, description: String(description), close: async () => {} }
}

function isAgent(value: unknown): value is Agent<unknown> {
  return typeof value === 'object' && value !== null && 'open' in value && 'certificate' in value
}
