import { join } from 'node:path'
import { toBankData } from '../bank/database.ts'
import { readPolicy, readUserPrompt, toDocument } from '../data/policy.ts'
import { readJson, readJsonLines, readText } from '../data/read-json.ts'
import { toTasks } from '../data/tasks.ts'
import type { BankToolData, DiscoverableTool } from '../data/tool-data.ts'
import { findVariant, toBankTools, toDiscoverable, toVariants } from '../data/tool-data.ts'
import { searchTools } from '../retrieval/search-tools.ts'
import { discoverableTools } from '../tools/index.ts'
import type { Tau3Domain } from '../world.ts'
import type { Catalog } from './discoverable.ts'
import { bankToolsOf, openBank } from './world.ts'

/**
 * Reads banking with a variant. Throws `invalid-data` and `invalid-option`. `inPart`: a variant that cannot be played,
 * with the searches that are here.
 */
export function loadBank(data: string, variantName: string, inPart = false): Tau3Domain {
  const folder = join(data, 'banking_knowledge')
  const variant = findVariant(readJson(join(folder, 'variants.json'), toVariants), variantName, inPart)
  const documents = readJsonLines(join(folder, 'documents.jsonl'), toDocument)
  const tools = readJson(join(folder, 'tools.json'), toBankTools)
  const catalog = readJson(join(folder, 'discoverable.json'), (value) => toCatalog(toDiscoverable(value)))
  const parts = {
    data: readJson(join(folder, 'db.json'), toBankData),
    tools: bankToolsOf(catalog, searchTools(documents, tools.agent_order[variant.tool_set] ?? [])),
    mutates: mutationsOf(tools, catalog),
  }
  const shown = readText(join(folder, 'tools.json'), () => shownTools(tools, variant.tool_set))
  const prompts = join(folder, 'prompts')
  return {
    name: 'banking_knowledge',
    variant: variant.variant,
    tasks: readJson(join(folder, 'tasks.json'), toTasks),
    tools: shown,
    policy: readPolicy(prompts, variant.template, documents),
    userTools: ({ userTools }) =>
      Object.values(tools.user).filter((tool) => userTools.includes(tool.function.name)),
    userPrompt: readUserPrompt(prompts),
    open: (task) => openBank(parts, task),
  }
}

function shownTools({ agent, agent_order: orders }: BankToolData, set: string) {
  const order = orders[set]
  if (order === undefined) throw new TypeError(`agent_order has no set ${set}`)
  return order.map((name) => {
    const schema = agent[name]
    if (schema === undefined) throw new TypeError(`agent has no tool ${name}`)
    return schema
  })
}

/** Requires the tools that this package has, with the parameters that it has. */
function toCatalog(described: readonly DiscoverableTool[]): Catalog {
  const catalog = new Map(described.map((tool) => [tool.name, tool]))
  for (const tool of [...discoverableTools.assistant.values(), ...discoverableTools.user.values()]) {
    const names = catalog.get(tool.name)?.parameters.map(({ name }) => name)
    if (names === undefined) throw new TypeError(`the tool ${tool.name} is missing`)
    if (names.join() !== tool.parameters.join())
      throw new TypeError(`the tool ${tool.name} has other parameters than in version 1.0.1`)
  }
  return catalog
}

function mutationsOf({ kinds }: BankToolData, catalog: Catalog): ReadonlyMap<string, boolean> {
  return new Map([
    ...Object.entries(kinds).map(([name, kind]) => [name, kind.mutates_state] as const),
    ...Array.from(catalog.values(), (tool) => [tool.name, tool.mutates_state] as const),
  ])
}
