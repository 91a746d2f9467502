import type { Domain } from '../data/load-domain.ts'
import { type Database, episodeDatabase } from '../data/open-database.ts'
import type { TauTask } from '../data/tasks.ts'
import { byName, copyDict, getItem, type PythonValue } from '../python/index.ts'
import { callTool, type Tool } from '../tool.ts'
import { airlineTools } from '../tools/airline/index.ts'
import { retailTools } from '../tools/retail/index.ts'

const toolsets = { retail: byName(retailTools), airline: byName(airlineTools) } as const

/** The tools that run on a domain's records, by their names. */
export function toolsetOf(domain: Domain): ReadonlyMap<string, Tool> {
  return toolsets[domain.kind]
}

/** Whether a call of this name ends the episode, even one that errs. */
export function isTerminal(name: string): boolean {
  return name === 'transfer_to_human_agents'
}

export interface Replayed {
  readonly database: Database
  /** Contents of the task's `respond` actions. No official task has one. */
  readonly said: readonly PythonValue[]
}

/** A task's actions on a fresh database by the official rules: terminal tools are left out, errors are passed over. */
export function replayTask(domain: Domain, task: TauTask): Replayed {
  const tools = toolsetOf(domain)
  const database = episodeDatabase(domain.database)
  const said: PythonValue[] = []
  for (const { name, kwargs } of task.actions) {
    if (name === 'respond') said.push(getItem(kwargs, 'content'))
    const tool = isTerminal(name) ? undefined : tools.get(name)
    // The tools keep what they are given: a copy, or one episode would change the next one's task.
    if (tool !== undefined) callTool(tool, domain.kind, database, copyDict(kwargs))
  }
  return { database, said }
}
