// Calls every tool of published servers and prints what each answers: `pnpm mcp:servers`. Inputs are made from schemas, where these
// say enough. The servers come from npm; the tools of playwright and context7 answer with an error without Chromium and the network.
import { mkdtempSync, writeFileSync } from 'node:fs'
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

const [note, made] = [join(folder, 'note.txt'), join(folder, 'made.txt')]
writeFileSync(note, 'one')

/** Inputs of tools that take more than their schemas say. */
const INPUTS: Readonly<Record<string, JsonObject>> = {
  read_file: { path: note },
  read_text_file: { path: note },
  read_media_file: { path: note },
  read_multiple_files: { paths: [note] },
  write_file: { path: made, content: 'two' },
  edit_file: { path: note, edits: [{ oldText: 'one', newText: 'three' }] },
  move_file: { source: made, destination: join(folder, 'moved.txt') },
  sequentialthinking: { thought: 'So.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
  'gzip-file-as-resource': { name: 'note.gz', data: 'data:text/plain,one' },
  'trigger-url-elicitation': { url: 'https://page.example/' },
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
    const input = INPUTS[action] ?? (exampleOf(parameters) as JsonObject)
    const { text, refused } = await environment.step({ [action]: input })
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
