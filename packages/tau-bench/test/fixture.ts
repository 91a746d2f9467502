import type { Database, DatabaseBase } from '../src/data/open-database.ts'
import { dumps, type PythonDict, type PythonValue, parsePythonJson } from '../src/python/index.ts'
import { callTool, type Tool } from '../src/tool.ts'

/** A database of these tables, each written as JSON of one object whose members are objects. */
export function baseOf(tables: Readonly<Record<string, string>>): DatabaseBase {
  return new Map(Object.entries(tables).map(([name, text]) => [name, parseTable(text)]))
}

function parseTable(text: string): Map<string, PythonDict> {
  return new Map(Array.from(toDict(parsePythonJson(text)), ([key, record]) => [key, toDict(record)]))
}

/** Calls a tool with keyword arguments written as JSON, so that 250 and 250.0 stay apart. */
export function callIn(domain: string, database: Database, tool: Tool, kwargs: string): string | undefined {
  return callTool(tool, domain, database, toDict(parsePythonJson(kwargs)))
}

function toDict(value: PythonValue): PythonDict {
  if (value instanceof Map) return value
  throw new Error('a JSON object is expected')
}

/** A record as it is now, as Python's JSON. */
export function show(database: Database, table: string, key: string): string {
  const record = database.table(table).get(key)
  return record === undefined ? 'no such record' : dumps(record)
}
