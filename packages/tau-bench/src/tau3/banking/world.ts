import { byName, type PythonDict, PythonError } from '../../python/index.ts'
import { Bank, type BankTool } from '../bank/bank.ts'
import { type BankData, mergeData } from '../bank/database.ts'
import type { Side, Tau3Task } from '../data/tasks.ts'
import { discoverableTools, plainTools } from '../tools/index.ts'
import { answer, type World } from '../world.ts'
import { type Catalog, discoveryTools, runTool } from './discoverable.ts'

export interface BankParts {
  readonly data: BankData
  readonly tools: Readonly<Record<Side, ReadonlyMap<string, BankTool>>>
  readonly mutates: ReadonlyMap<string, boolean>
}

/** The tools of each side: any side can call its discoverable tools by their names too, unlocked or not. */
export function bankToolsOf(catalog: Catalog, search: readonly BankTool[]): BankParts['tools'] {
  const discovery = discoveryTools(catalog)
  const all = (side: Side): readonly BankTool[] => [
    ...plainTools[side].values(),
    ...discovery[side],
    ...discoverableTools[side].values(),
  ]
  return { assistant: byName([...all('assistant'), ...search]), user: byName(all('user')) }
}

export function openBank(
  { data, tools, mutates }: BankParts,
  task: Tau3Task,
): World & { readonly bank: Bank } {
  const database = data.open()
  for (const rows of task.initialData) mergeData(database, rows)
  const bank = new Bank(database, loggedReads(task))
  const call = (side: Side, name: string, kwargs: PythonDict): string => {
    const found = tools[side].get(name)
    if (found === undefined) throw new PythonError('ValueError', `Tool '${name}' not found.`)
    return runTool(bank, found, side, kwargs)
  }
  return {
    bank,
    call: (side, name, kwargs) => answer(() => call(side, name, kwargs), kwargs),
    knows: (name) => tools.assistant.has(name) || tools.user.has(name),
    mutates: (name) => mutates.get(name) ?? true,
    hashes: () => data.hashes(database),
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
