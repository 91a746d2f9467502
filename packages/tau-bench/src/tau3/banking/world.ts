import { type PythonDict, PythonError } from '../../python/index.ts'
import { Bank } from '../bank/bank.ts'
import { type BankData, mergeData } from '../bank/database.ts'
import type { OwnedTool } from '../bank/tool.ts'
import type { Tau3Task } from '../data/tasks.ts'
import { discoverableTools, plainTools } from '../tools/index.ts'
import { answer, type Side, type World } from '../world.ts'
import { type Catalog, discoveryTools, runTool } from './discoverable.ts'

export interface BankParts {
  readonly data: BankData
  readonly catalog: Catalog
  /** Which tools change the database, by name. */
  readonly mutates: ReadonlyMap<string, boolean>
  /** The tools that search documents. */
  readonly search: readonly OwnedTool[]
}

export type BankToolset = Readonly<Record<Side, ReadonlyMap<string, OwnedTool>>>

/** The tools of each side: any side can call its discoverable tools by their names too, unlocked or not. */
export function bankToolsOf({ catalog, search }: Pick<BankParts, 'catalog' | 'search'>): BankToolset {
  const discovery = discoveryTools(catalog)
  const owned = (side: Side, className: string): ReadonlyMap<string, OwnedTool> => {
    const own = [...plainTools[side].values(), ...discovery[side], ...discoverableTools[side].values()]
    const all = own.map((tool) => ({ tool, className }))
    return new Map([...all, ...(side === 'assistant' ? search : [])].map((entry) => [entry.tool.name, entry]))
  }
  return { assistant: owned('assistant', 'KnowledgeTools'), user: owned('user', 'KnowledgeUserTools') }
}

/** The world of a banking task, with the task's initial data. */
export function openBank(
  parts: BankParts,
  tools: BankToolset,
  task: Tau3Task,
): World & { readonly bank: Bank } {
  const database = parts.data.open()
  for (const data of task.initialData) mergeData(database, data)
  const bank = new Bank(database, loggedReads(task))
  const call = (side: Side, name: string, kwargs: PythonDict): string => {
    const found = tools[side].get(name)
    if (found === undefined) throw new PythonError('ValueError', `Tool '${name}' not found.`)
    return runTool(bank, found.tool, found.className, kwargs)
  }
  return {
    bank,
    call: (side, name, kwargs) => answer(() => call(side, name, kwargs), kwargs),
    knows: (name) => tools.assistant.has(name) || tools.user.has(name),
    mutates: (name) => parts.mutates.get(name) ?? true,
    hashes: () => parts.data.hashes(database),
  }
}

/** The discoverable tools that the ground truth calls: their calls count even if they only read. */
export function loggedReads({ actions }: Tau3Task): ReadonlySet<string> {
  return new Set(
    actions.flatMap(({ name, arguments: args }) => {
      const called = name === 'call_discoverable_agent_tool' ? args.get('agent_tool_name') : undefined
      return typeof called === 'string' ? [called] : []
    }),
  )
}
