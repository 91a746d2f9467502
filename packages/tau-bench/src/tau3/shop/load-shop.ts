import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseBase, episodeDatabase } from '../../data/open-database.ts'
import { hashDatabase } from '../../hash/database-hash.ts'
import { canonicalStyle } from '../../hash/text-style.ts'
import type { PythonDict, PythonValue } from '../../python/index.ts'
import { bind, byName, dumps, isDict, PythonError } from '../../python/index.ts'
import { calculate } from '../../tools/calculate/calculate.ts'
import { officialStyle } from '../bank/json-style.ts'
import { readUserPrompt } from '../data/policy.ts'
import { readJson, readText } from '../data/read-json.ts'
import { toTasks } from '../data/tasks.ts'
import { toShopTools } from '../data/tool-data.ts'
import type { Tau3Domain } from '../world.ts'
import { answer, type World } from '../world.ts'
import { airlineTools } from './airline.ts'
import { airlineTables } from './airline-models.ts'
import { type Model, make } from './model.ts'
import { retailTools } from './retail.ts'
import { retailTables } from './retail-models.ts'
import { type ShopTool, shopTool } from './shop-tool.ts'

const shops = {
  airline: { tools: airlineTools, tables: airlineTables, className: 'AirlineTools' },
  retail: { tools: retailTools, tables: retailTables, className: 'RetailTools' },
}

const common: readonly ShopTool[] = [
  shopTool('transfer_to_human_agents', 'summary', () => 'Transfer successful'),
  shopTool('calculate', 'expression', (database, args) => {
    const text = calculate.run(database, args) ?? ''
    if (!text.startsWith('Error: ')) return text
    const message = text.slice('Error: '.length)
    throw new PythonError('ValueError', message.replace(/^invalid characters/, 'Invalid characters'))
  }),
]

/** Reads airline or retail with the corrected tasks. Throws `invalid-data`. */
export function loadShop(data: string, name: 'airline' | 'retail'): Tau3Domain {
  const folder = join(data, name)
  const { tools: own, tables, className } = shops[name]
  const tools = byName([...own, ...common])
  const described = readJson(join(folder, 'tools.json'), (value) => {
    const read = toShopTools(value)
    const foreign = read.agent.find((schema) => !tools.has(schema.function.name))
    if (foreign === undefined) return read
    throw new TypeError(`there is no tool ${foreign.function.name} in version 1.0.1`)
  })
  const base = readBase(folder, tables)
  const policy = readText(join(folder, 'policy.md'), (text) => text)
  const run = (world: ReturnType<typeof episodeDatabase>, name: string, kwargs: PythonDict): string => {
    const tool = tools.get(name)
    if (tool === undefined) throw new PythonError('ValueError', `Tool '${name}' not found.`)
    const result = tool.run(world, bind(`${className}.${name}`, tool, kwargs, 'self'))
    return typeof result === 'string' ? result : dumps(result)
  }
  const open = (): World => {
    const database = episodeDatabase(base)
    return {
      call: (side, name, kwargs) =>
        answer(() => (side === 'user' ? raiseNoUserTools() : run(database, name, kwargs)), kwargs),
      knows: (name) => tools.has(name),
      mutates: (name) => described.kinds[name]?.mutates_state ?? true,
      hashes: () => ({
        official: hashDatabase(database, officialStyle),
        canonical: hashDatabase(database, canonicalStyle),
      }),
    }
  }
  return {
    name,
    variant: undefined,
    tasks: readJson(join(folder, 'tasks.json'), toTasks),
    tools: described.agent,
    policy: () => policy,
    userTools: () => [],
    userPrompt: readUserPrompt(join(data, 'banking_knowledge', 'prompts')),
    open,
  }
}

function raiseNoUserTools(): never {
  throw new PythonError('ValueError', 'User tools not available')
}

/** Reads `db.json` or `db.json.gz`; what the models make of each record is what tools and hashes see. */
function readBase(folder: string, tables: Readonly<Record<string, Model>>): DatabaseBase {
  const toBase = (value: PythonValue): DatabaseBase => {
    if (!isDict(value)) throw new TypeError('tables by their name are expected')
    return new Map(
      Object.entries(tables).map(([name, model]) => [name, rowsOf(name, model, value.get(name))]),
    )
  }
  const packed = join(folder, 'db.json.gz')
  return readJson(existsSync(packed) ? packed : join(folder, 'db.json'), toBase)
}

function rowsOf(name: string, model: Model, rows: PythonValue | undefined) {
  if (rows === undefined || !isDict(rows)) throw new TypeError(`there is no table ${name}`)
  return new Map(
    Array.from(rows, ([key, row]) => {
      if (!isDict(row)) throw new TypeError(`${name}: the record ${key} is no object`)
      try {
        return [key, make(model, row)] as const
      } catch (error) {
        const reason = error instanceof Error ? error.message.split('\n').slice(1, 3).join(':') : ''
        throw new TypeError(`${name}: the record ${key} is not as in version 1.0.1: ${reason}`)
      }
    }),
  )
}
