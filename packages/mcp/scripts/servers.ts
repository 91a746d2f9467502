// Calls every tool of published servers with an input made from its schema, and prints what each answers: `pnpm mcp:servers`. The
// servers come from npm.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { openMcp } from '../src/connection/open-mcp.ts'
import { mcpEnvironment } from '../src/environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-servers-'))
const servers: Readonly<Record<string, readonly string[]>> = {
  everything: ['@modelcontextprotocol/server-everything@2026.8.31'],
  filesystem: ['@modelcontextprotocol/server-filesystem@2026.8.31', folder],
  memory: ['@modelcontextprotocol/server-memory@2026.8.31'],
  'sequential-thinking': ['@modelcontextprotocol/server-sequential-thinking@2026.8.31'],
  playwright: ['@playwright/mcp@0.0.83', '--headless'],
  context7: ['@upstash/context7-mcp@4.1.1'],
}

/** How npm reaches its registry. */
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    /^(npm|node|ssl)_|proxy/i.test(name) ? [[name, value ?? '']] : [],
  ),
)

for (const [name, args] of Object.entries(servers)) {
  const connections = await openMcp([{ name, command: 'npx', args: ['-y', ...args], env }], {
    startTimeoutMs: 300_000,
    onQuestion: async () => ({}),
    onSample: async () => ({ text: 'Yes.', finishReason: 'stop', usage: {}, model: 'none' }),
    onFile: ({ mimeType }) => `a file of ${mimeType}`,
  })
  const environment = mcpEnvironment(connections, { timeoutMs: 20_000 })
  await environment.reset({ seed: 0 })
  const others = (await Promise.all(connections.connections.map((each) => each.named()))).flat()
  console.log(
    `\n## ${name}: ${connections.tools.length} tools, ${others.length} resources, templates and prompts`,
  )
  for (const { action, parameters } of connections.tools) {
    const { text, refused } = await environment.step({ [action]: exampleOf(parameters) as JsonObject })
    const line = text.replaceAll(/\s+/g, ' ').slice(0, 100)
    console.log(`${action}: ${refused ? 'rejected' : 'answered'}: ${line}`)
  }
  for (const each of others.filter(({ kind }) => kind === 'resource')) {
    const [connection] = connections.connections
    const text = await connection?.read(each.name, {}, { timeoutMs: 20_000 })
    console.log(`${each.kind} ${each.name}: ${text?.length} characters`)
  }
  await environment.close()
}

/** A value that fits a simple schema. */
function exampleOf(schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return ''
  const { type, enum: values, default: otherwise, properties, required, minimum, items } = schema
  if (otherwise !== undefined) return otherwise
  if (Array.isArray(values)) return values[0] ?? ''
  if (type === 'number' || type === 'integer') return typeof minimum === 'number' ? minimum : 1
  if (type === 'boolean') return false
  if (type === 'array') return [exampleOf(items)]
  if (type !== 'object') return folder
  const names = Array.isArray(required) ? required.map(String) : []
  const parts = isJsonObject(properties) ? properties : {}
  return Object.fromEntries(names.map((each) => [each, exampleOf(parts[each])]))
}
