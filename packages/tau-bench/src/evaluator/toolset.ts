import type { Domain } from '../data/load-domain.ts'
import type { Tool } from '../tool.ts'
import { airlineTools } from '../tools/airline/index.ts'
import { retailTools } from '../tools/retail/index.ts'

/** Tools by their name. */
export type Toolset = ReadonlyMap<string, Tool>

/** The tools that run on a domain's records. */
export function toolsetOf(domain: Domain): Toolset {
  return toolsets[domain.kind]
}

const toolsets = { retail: byName(retailTools), airline: byName(airlineTools) } as const

function byName(tools: readonly Tool[]): Toolset {
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** Whether a call of this name ends the episode, even one that errs. */
export function isTerminal(name: string): boolean {
  return name === 'transfer_to_human_agents'
}
