import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject, Observation } from '@skill-state/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { inlineServer } from '../test/servers.ts'
import { type McpConnections, openMcp } from './connection/open-mcp.ts'
import { mcpEnvironment } from './environment.ts'
import type { McpServer } from './server.ts'
import { splitLines } from './transport/split-lines.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function connected(server: McpServer, options = {}): Promise<McpConnections> {
  const connections = await openMcp([server], options)
  closers.push(() => connections.close())
  return connections
}

/** What a tool of the server answers to a call without arguments. */
async function callGo(server: McpServer): Promise<Observation> {
  const world = mcpEnvironment(await connected(server))
  await world.reset({ seed: 1 })
  return world.step({ go: {} })
}

/** A server with one tool; `source` answers its calls. */
function oneTool(source: string, more: JsonObject = {}): McpServer {
  const tools = JSON.stringify([{ name: 'go', inputSchema: { type: 'object' }, ...more }])
  return inlineServer(
    `const tools = ${tools}\nfunction handle(method, params, answer) { if (method === 'tools/list') return answer({ tools }); ${source} }`,
  )
}

describe('a result', () => {
  test('is not matched against a regular expression of the server', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    const server = oneTool(`answer({ content: [], structuredContent: { a: 'a'.repeat(40) + '!' } })`, {
      outputSchema,
    })
    expect((await callGo(server)).text).toBe(`{"a":"${'a'.repeat(40)}!"}`)
  })

  test.each([
    ['text', `answer({ content: [{ type: 'text', text: 'x'.repeat(14_000_000) }] })`],
    [
      'one with its id at the end',
      `const text = 'x'.repeat(14_000_000); answer({ content: [{ type: 'text', text }] })`,
    ],
  ])('larger than 12 MB is an observation that says so, and the server goes on: %s', async (_, source) => {
    const server = oneTool(
      `if (params.arguments.small) return answer({ content: [{ type: 'text', text: 'small' }] }); ${source}`,
    )
    const world = mcpEnvironment(await connected(server))
    await world.reset({ seed: 1 })
    expect(await world.step({ go: {} })).toMatchObject({
      text: 'go was called, but its result is larger than the 12 MB that skill-state reads and was not read. Ask for a smaller part.',
      done: false,
    })
    expect((await world.step({ go: { small: true } })).text).toBe('small')
  })

  test('of 12 MB is read, and its head and tail are shown', async () => {
    const { text } = await callGo(
      oneTool(`answer({ content: [{ type: 'text', text: 'x'.repeat(12_000_000) }] })`),
    )
    expect(text).toMatch(
      /^x{100,}\n\[… characters \d+ to \d+ of 1000000 are left out; the whole is kept as result-1/,
    )
    expect(text).toMatch(/\[the result had 12000000 characters; the rest was not kept\]$/)
  })

  test('nested 200,000 levels deep is an observation that says so', async () => {
    const server = inlineServer(`const { write } = process.stdout
      const deep = () => '['.repeat(200_000) + ']'.repeat(200_000)
      process.stdout.write = (text) => write.call(process.stdout, text.replace('"DEEP"', deep))
      function handle(method, params, answer) {
        if (method === 'tools/list') return answer({ tools: [{ name: 'go', inputSchema: { type: 'object' } }] })
        answer({ content: [], structuredContent: { a: 'DEEP' } })
      }`)
    expect((await callGo(server)).text).toBe(
      'go was called, but its result is nested deeper than the 200 levels that skill-state reads and was not read. Ask for a smaller part.',
    )
  })

  test('of 3 MB with many values takes time linear in its size', async () => {
    const server =
      oneTool(`const structuredContent = { list: Array.from({ length: 100_000 }, (_, at) => 'value ' + at) }
      answer({ content: [{ type: 'text', text: structuredContent.list.toReversed().join(' ') }], structuredContent })`)
    const before = process.cpuUsage()
    expect((await callGo(server)).text).toContain('left out')
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })

  test('that is kept in part says so at its end', async () => {
    const server = oneTool(`answer({ content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] })`)
    expect((await callGo(server)).text).toMatch(
      /\[the result had 3000000 characters; the rest was not kept\]$/,
    )
  })
})

describe('a list of tools', () => {
  test('too long for prompts is one line that says what to do', async () => {
    const server = inlineServer(
      `const tools = Array.from({ length: 20_000 }, (_, at) => ({ name: 't' + at, inputSchema: { type: 'object' } }))
      function handle(method, params, answer) { answer({ tools }) }`,
    )
    await expect(connected(server)).rejects.toMatchObject({
      code: 'invalid-option',
      message: 'there are 20000 tools, more than 500: choose those that the skill needs by name (--tools)',
    })
    const { tools } = await connected(server, { only: ['t7'] })
    expect(tools.map(({ action }) => action)).toEqual(['t7'])
    await expect(connected(server, { only: ['none'] })).rejects.toThrow(/, t49, 19950 more$/)
  })

  test('with schemas that are too long together is one line that says what to do', async () => {
    const server = inlineServer(
      `const tools = Array.from({ length: 30 }, (_, at) => ({ name: 't' + at, inputSchema: { type: 'object', description: 'x'.repeat(20_000) } }))
      function handle(method, params, answer) { answer({ tools }) }`,
    )
    await expect(connected(server)).rejects.toThrow(
      /^the schemas of the 30 tools have 60\d+ characters, more than 500000: choose/,
    )
  })

  const many = (count: number, value: string): string =>
    `Object.fromEntries(Array.from({ length: ${count} }, (_, at) => ['p' + at, ${value}]))`
  test.each([
    ['100,000 properties', `properties: ${many(100_000, "{ type: 'string' }")}`],
    [
      'many references to one large part',
      `properties: ${many(500, "{ $ref: '#/$defs/large' }")}, $defs: { large: { properties: ${many(100, 'true')} } }`,
    ],
  ])('leaves a schema of %s out, with a note', async (_, properties) => {
    const server = inlineServer(
      `const inputSchema = { type: 'object', ${properties} }
      function handle(method, params, answer) { answer({ tools: [{ name: 'go', inputSchema }] }) }`,
    )
    const { tools, notes } = await connected(server)
    expect(tools[0]?.parameters).toEqual({ type: 'object' })
    expect(notes).toEqual([expect.stringContaining('"go" has a schema that cannot be used')])
  })

  test('that never ends is one line within the time of a start', async () => {
    const server = inlineServer(
      `let page = 0; function handle(method, params, answer) { page += 1; setTimeout(() => answer({ tools: [{ name: 't' + page, inputSchema: { type: 'object' } }], nextCursor: String(page) }), 100) }`,
    )
    await expect(connected(server, { startTimeoutMs: 700 })).rejects.toThrow(
      'cannot be used: it was not ready within 0.7 s',
    )
  })
})

describe('a server over HTTP', () => {
  test.each(['application/json', 'text/event-stream'])(
    'with a result larger than 12 MB as %s',
    async (type) => {
      const url = await httpServer(type, `"structuredContent":{"a":"${'x'.repeat(14_000_000)}"}`)
      expect((await callGo({ url })).text).toMatch(
        /its result is larger than the 12 MB that skill-state reads and was not read/,
      )
    },
  )

  test('with a result that is nested too deep', async () => {
    const url = await httpServer(
      'application/json',
      `"structuredContent":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    )
    expect((await callGo({ url })).text).toMatch(
      /its result is nested deeper than the 200 levels that skill-state reads and was not read/,
    )
  })
})

/** Speaks the protocol by hand; `result` is what its tool answers beside no content. */
async function httpServer(type: string, result: string): Promise<string> {
  const results: Readonly<Record<string, string>> = {
    initialize:
      '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"far","version":"1"}}',
    'tools/list': '{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}',
    'tools/call': `{"content":[],${result}}`,
  }
  const server: Server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const answer = results[method]
    if (id === undefined) return response.writeHead(202).end()
    const message =
      answer === undefined
        ? JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } })
        : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${answer}}`
    response.writeHead(200, { 'content-type': type })
    return response.end(type === 'application/json' ? message : `event: message\ndata: ${message}\n\n`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

describe('lines of a stream', () => {
  test.each([1, 3, 7, 1_000])('are the same in chunks of %i bytes', (size) => {
    const lines: string[] = []
    const read = splitLines(300, {
      line: (text) => lines.push(text),
      tooLong: (first, last) => lines.push(`${first.slice(0, 3)}…${last.slice(-3)} ${last.length}`),
    })
    const bytes = Buffer.from(`äöü\n\nabc${'x'.repeat(900)}xyz\nlast\nopen`)
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
    expect(lines).toEqual(['äöü', '', 'abc…xyz 200', 'last'])
  })
})
