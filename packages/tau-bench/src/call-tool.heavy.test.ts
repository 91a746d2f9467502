import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeSharedData } from '../test/shared-data.ts'
import { callTool } from './call-tool.ts'
import { loadDomain } from './data/load-domain.ts'
import { createDatabase } from './data/open-database.ts'
import { parsePythonJson } from './python/text/parse-json.ts'
import type { PythonDict } from './python/value.ts'
import type { Tool } from './tool.ts'

const database = createDatabase(new Map())

describeSharedData('arguments are bound as in the official records', (folder) => {
  test.each(['retail', 'airline'] as const)('%s', (domain) => {
    const tools = new Map(
      loadDomain(folder, domain, 'test').tools.map(({ function: { name, parameters } }) => [
        name,
        toolOf(name, Object.keys(parameters.properties ?? {})),
      ]),
    )
    let faults = 0
    for (const call of recordedCalls(join(folder, 'parity', `errors-${domain}.jsonl`))) {
      const tool = tools.get(call.name)
      if (tool === undefined) continue
      const isFault = /\.invoke\(\) (got|missing)/.test(call.observation)
      expect(callTool(tool, domain, database, call.kwargs)).toBe(isFault ? call.observation : 'ran')
      faults += Number(isFault)
    }
    expect(faults).toBeGreaterThan(10)
  })
})

function toolOf(name: string, parameters: readonly string[]): Tool {
  return { name, parameters, defaults: {}, run: () => 'ran' }
}

function toKwargs(text: string): PythonDict {
  return parsePythonJson(text) as PythonDict
}

interface RecordedCall {
  readonly name: string
  readonly kwargs: PythonDict
  readonly observation: string
}

function recordedCalls(path: string): RecordedCall[] {
  const records = readFileSync(path, 'utf8').trimEnd().split('\n')
  return records.flatMap((line) => {
    const calls = toKwargs(line).get('calls') as PythonDict[]
    return calls.map((call) => Object.fromEntries(call) as unknown as RecordedCall)
  })
}
