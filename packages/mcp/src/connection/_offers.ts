import type { Tool } from '@modelcontextprotocol/client'
import { invalidOption, type SkillStateError } from '@skill-state/protocol'
import { OWN_ACTIONS } from '@skill-state/tools'
import type { Connection } from './connection.ts'

/** A tool that a server lists, by the name of its action. */
export interface Offer {
  readonly action: string
  readonly tool: Tool
  readonly server: string
  readonly connection: Connection
}

/** Every tool that can be an action, in the servers' order. */
export function listOffers(connections: readonly Connection[], notes: string[]): readonly Offer[] {
  const all = connections.flatMap((connection, index) => {
    const server = uniqueName(connections, index)
    return connection.tools.map((tool) => ({ tool, connection, server }))
  })
  const count = new Map<string, number>(OWN_ACTIONS.map((name) => [name, 1]))
  for (const { tool } of all) count.set(tool.name, (count.get(tool.name) ?? 0) + 1)
  const offers = all.map((listed): Offer => {
    const { tool, server } = listed
    return { ...listed, action: (count.get(tool.name) ?? 0) > 1 ? `${server}.${tool.name}` : tool.name }
  })
  for (const server of new Set(all.map((listed) => listed.server))) {
    const unfit = offers.filter((offer) => offer.server === server && !ACTION.test(offer.action)).length
    if (unfit > 0)
      notes.push(
        `${unfit} of the tools of ${JSON.stringify(server)} are left out: their names are not fit for an action`,
      )
  }
  return offers.filter(({ action }) => ACTION.test(action))
}

/** Letters, digits and what the standard allows beside them. */
const ACTION = /^[\w.\-/ ]{1,160}$/

/** The name, numbered if an earlier server has it too. */
function uniqueName(connections: readonly Connection[], index: number): string {
  const name = connections[index]?.name ?? ''
  const before = connections.slice(0, index).filter((connection) => connection.name === name).length
  return before === 0 ? name : `${name}-${before + 1}`
}

/** Most tools that are offered: each one is described in every prompt. */
const MAX_TOOLS = 500
/** Most characters of their schemas together: each one is compiled before the first step. */
const MAX_SCHEMAS = 500_000

/** The offers of the named actions, or all. Throws `invalid-option` for a name that there is not, and for too many. */
export function chooseOffers(
  offers: readonly Offer[],
  only: readonly string[] | undefined,
): readonly Offer[] {
  const missing = only?.find((name) => offers.every(({ action }) => action !== name))
  if (missing !== undefined) {
    const known = offers.slice(0, 50).map(({ action }) => action)
    const more = offers.length > known.length ? [`${offers.length - known.length} more`] : []
    throw invalidOption(
      `no server has the tool "${missing}"; there are ${[...known, ...more].join(', ') || 'none'}`,
    )
  }
  const chosen = only === undefined ? offers : offers.filter(({ action }) => only.includes(action))
  const chars = chosen.reduce((sum, { tool }) => sum + JSON.stringify(tool.inputSchema).length, 0)
  if (chosen.length > MAX_TOOLS) throw tooMany(`there are ${chosen.length} tools, more than ${MAX_TOOLS}`)
  if (chosen.length > 1 && chars > MAX_SCHEMAS)
    throw tooMany(
      `the schemas of the ${chosen.length} tools have ${chars} characters, more than ${MAX_SCHEMAS}`,
    )
  return chosen
}

function tooMany(what: string): SkillStateError {
  return invalidOption(`${what}: choose those that the skill needs by name (--tools)`)
}
