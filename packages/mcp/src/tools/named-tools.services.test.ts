import { afterEach, expect, test } from 'vitest'
import { everything, inlineServer } from '../../test/servers.ts'
import { type McpConnections, openMcp } from '../connection/open-mcp.ts'
import { mcpEnvironment } from '../environment.ts'
import { readServerTool } from './named-tools.ts'

let open: McpConnections | undefined
afterEach(async () => {
  await open?.close()
})

test('reads the resources and prompts that a skill names, and offers no others', async () => {
  open = await openMcp([everything()])
  const { named } = open.connections[0] ?? { named: [] }
  const resource = named.find(({ kind }) => kind === 'resource')?.name ?? 'none'
  const prompt = named.find(({ name }) => name === 'simple-prompt')?.name ?? 'none'
  expect(readServerTool(open, 'A skill that names nothing, not even simple-prompt.')).toBeUndefined()
  const tool = readServerTool(open, `Read ${resource}, then ask \`${prompt}\`.`)
  const read = (name: string): Promise<unknown> =>
    Promise.resolve(
      tool?.execute?.(
        { name },
        { state: {}, context: undefined, key: '', signal: new AbortController().signal },
      ),
    )
  expect(tool?.input).toMatchObject({ properties: { name: { enum: [resource, prompt] } } })
  expect(String(await read(resource)).length).toBeGreaterThan(20)
  expect(await read(prompt)).toMatch(/^user: /)
  await expect(read('another')).rejects.toThrow(/name nothing/)
})

test('a server that changes its tools keeps the run going with those it began with', async () => {
  const server = inlineServer(`let gone = false
    function handle(method, params, answer, fail) {
      if (method === 'tools/list') return answer({ tools: gone ? [] : [{ name: 'go', inputSchema: { type: 'object' } }] })
      if (gone) return fail(-32602, 'Unknown tool: go')
      gone = true
      send({ method: 'notifications/tools/list_changed' })
      answer({ content: [{ type: 'text', text: 'went' }] })
    }`)
  open = await openMcp([server])
  const world = mcpEnvironment(open)
  await world.reset({ seed: 1 })
  expect(await world.step({ go: {} })).toMatchObject({ text: 'went' })
  expect(await world.step({ go: {} })).toMatchObject({
    refused: true,
    text: expect.stringContaining('Unknown tool: go'),
  })
  expect(await world.step({ finish: 'done' })).toMatchObject({ done: true })
})
