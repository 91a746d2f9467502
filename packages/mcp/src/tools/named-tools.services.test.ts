import type { JsonObject } from '@skill-state/protocol'
import { afterEach, expect, test } from 'vitest'
import { everything, inlineServer } from '../../test/servers.ts'
import { type McpConnections, openMcp } from '../connection/open-mcp.ts'
import { mcpEnvironment } from '../environment.ts'
import { readServerTool } from './named-tools.ts'

let open: McpConnections | undefined
afterEach(async () => {
  await open?.close()
})

test('reads resources, templates and prompts with arguments, and names those of the skill', async () => {
  open = await openMcp([everything()])
  const tool = await readServerTool(open, 'Follow `simple-prompt`.')
  const { signal } = new AbortController()
  const read = async (input: JsonObject): Promise<unknown> =>
    await tool?.execute?.(input, { state: {}, context: undefined, key: '', signal })
  expect(tool?.description).toMatch(/prompt simple-prompt: [^;]+;$/)
  const list = await read({ name: 'list' })
  expect(list).toMatch(/^resource demo:\/\/resource\/static\/document\/architecture\.md: /m)
  expect(list).toMatch(/^template demo:\/\/resource\/dynamic\/text\/\{resourceId\}: /m)
  expect(list).toMatch(/^prompt args-prompt: \(city, state\?\) /m)
  expect(await read({ name: 'demo://resource/static/document/architecture.md' })).toMatch(
    /^\[resource demo:.*\n# /,
  )
  expect(await read({ name: 'demo://resource/dynamic/text/7' })).toContain('Resource 7')
  expect(await read({ name: 'demo://resource/dynamic/blob/7' })).toMatch(
    /, text\/plain, \d+ bytes, not shown\]$/,
  )
  expect(await read({ name: 'args-prompt', arguments: { city: 'Ulm' } })).toMatch(/^user: .*Ulm/)
  await expect(read({ name: 'nothing' })).rejects.toThrow(/^nothing cannot be read: /)
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
