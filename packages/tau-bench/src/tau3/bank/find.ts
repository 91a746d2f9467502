import type { Comparison, ReadonlyDict, ReadonlyValue } from '../../python/index.ts'
import { compare, contains, equals, isDict, PythonError, parsePythonJson, str } from '../../python/index.ts'
import type { Bank } from './bank.ts'

const path = 'tau2.domains.banking_knowledge.db_query.query_db()'

/** The rows of which a field has a value, as text. As officially, quotes in the value can break the JSON or add constraints. */
export function findRows(bank: Bank, table: string, field: string, value: ReadonlyValue): string {
  return findRowsBy(bank, table, `{"${field}": "${str(value)}"}`)
}

/** Whether an answer of `findRows` is one without rows. Rows that contain these words count as none, as officially. */
export function isEmptyAnswer(answer: string): boolean {
  return answer.includes('No results found') || answer.includes('No records found')
}

export function findRowsBy(bank: Bank, table: string, constraints: string): string {
  let wanted: ReadonlyValue
  try {
    wanted = parsePythonJson(constraints)
  } catch (error) {
    if (error instanceof SyntaxError) return `Error: Invalid JSON: ${error.message}`
    throw error
  }
  try {
    return formatRows(table, matchingRows(bank, table, isDict(wanted) ? wanted : new Map()))
  } catch (error) {
    if (error instanceof PythonError) return `Error querying database: ${error.message}`
    throw error
  }
}

export function formatRows(table: string, rows: readonly (readonly [string, ReadonlyDict])[]): string {
  if (rows.length === 0) return `No records found in '${table}'.`
  const lines = [`Found ${rows.length} record(s) in '${table}':\n`]
  for (const [index, [key, row]] of rows.entries()) {
    lines.push(`${index + 1}. Record ID: ${key}`)
    for (const [field, value] of row) lines.push(`   ${field}: ${str(value)}`)
    lines.push('')
  }
  return lines.join('\n')
}

function matchingRows(bank: Bank, table: string, wanted: ReadonlyDict) {
  for (const name of ['db', 'return_ids']) {
    if (!wanted.has(name)) continue
    throw new PythonError('TypeError', `${path} got multiple values for keyword argument '${name}'`)
  }
  if (wanted.has('db_name'))
    throw new PythonError('TypeError', "query_db() got multiple values for argument 'db_name'")
  const limit = wanted.get('limit') ?? null
  const constraints = Array.from(wanted).filter(([key]) => key !== 'limit')
  const found: (readonly [string, ReadonlyDict])[] = []
  for (const entry of bank.rows(table)) {
    if (!constraints.every(([key, value]) => matches(entry[1], key, value))) continue
    found.push(entry)
    if (limit !== null && compare(BigInt(found.length), '>=', limit)) break
  }
  return found
}

/** A comparison that raises is no match. */
function matches(row: ReadonlyDict, key: string, expected: ReadonlyValue): boolean {
  const at = key.lastIndexOf('__')
  const [field, operator] = at === -1 ? [key, 'eq'] : [key.slice(0, at), key.slice(at + 2)]
  try {
    return holds(row.get(field) ?? null, operator, expected)
  } catch (error) {
    if (error instanceof PythonError) return false
    throw error
  }
}

const comparisons: ReadonlyMap<string, Comparison> = new Map([
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
])

function holds(actual: ReadonlyValue, operator: string, expected: ReadonlyValue): boolean {
  const comparison = comparisons.get(operator)
  if (comparison !== undefined) return compare(actual, comparison, expected)
  switch (operator) {
    case 'ne':
      return !equals(actual, expected)
    case 'contains':
      return actual !== null && contains(actual, expected)
    case 'startswith':
      return actual !== null && str(actual).startsWith(str(expected))
    case 'endswith':
      return actual !== null && str(actual).endsWith(str(expected))
    case 'in':
      return contains(expected, actual)
    case 'nin':
      return !contains(expected, actual)
    default:
      return equals(actual, expected)
  }
}
