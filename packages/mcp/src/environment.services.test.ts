import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Action, JsonObject, Observation } from '@skill-state/protocol'
import { testEnvironment } from '@skill-state/protocol/conformance'
import { fileResults } from '@skill-state/tools/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyFolder, everything, filesystem, inlineServer } from '../test/servers.ts'
import { type McpConnections, openMcp } from './connection/open-mcp.ts'
import { type McpEnvironmentOptions, mcpEnvironment } from './environment.ts'

async function open(
  connections: McpConnections,
  options: McpEnvironmentOptions = {},
): Promise<ReturnType<typeof mcpEnvironment>> {
  const environment = mcpEnvironment(connections, options)
  await environment.reset({ seed: 1 })
  return environment
}

describe('the published filesystem server', () => {
  let folder: string
  let connections: McpConnections
  beforeAll(async () => {
    folder = emptyFolder()
    connections = await openMcp([filesystem(folder)])
  })
  afterAll(() => connections.close())

  for (const { name, run } of testEnvironment({
    open: async () => mcpEnvironment(await openMcp([filesystem(folder)])),
    actions: [{ create_directory: { path: '.' } }, { list_directory: { path: '/' } }, { finish: 'done' }],
    reachesEnd: true,
  })) {
    test(name, run)
  }

  test('creates, reads and lists', async () => {
    const world = await open(connections)
    const path = join(folder, 'notes')
    await world.step({ create_directory: { path } })
    await world.step({ write_file: { path: join(path, 'a.txt'), content: 'first\n' } })
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('first\n')
    const input = { path: join(path, 'a.txt') }
    expect(await world.step({ read_text_file: input })).toEqual({
      text: 'first\n',
      done: false,
      evidence: [{ tool: 'read_text_file', input, text: 'first\n' }],
    })
    expect((await world.step({ list_directory: { path } })).text).toBe('[FILE] a.txt')
  })

  test('answers in words what it does not allow', async () => {
    const world = await open(connections)
    const observation = await world.step({ read_text_file: { path: '/etc/passwd' } })
    expect(observation).toMatchObject({ refused: true, done: false })
    expect(observation.text).toContain('Access denied')
  })

  test('keeps a long result under a handle, through which all of it can be read', async () => {
    const results = fileResults(join(emptyFolder(), 'results'))
    const world = await open(connections, { maxResultChars: 500, results })
    const content = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n')
    const path = join(folder, 'long.txt')
    await world.step({ write_file: { path, content } })
    const { text } = await world.step({ read_text_file: { path } })
    expect(text.length).toBeLessThanOrEqual(500)
    expect([
      text.startsWith('line 0\n'),
      text.endsWith('line 399'),
      text.includes('kept as result-2'),
    ]).toEqual([true, true, true])
    expect(await readAll(world, 'result-2', content.length)).toBe(content)

    const resumed = mcpEnvironment(connections, { maxResultChars: 500, results })
    await resumed.restore({ seed: 1, first: { text: 'x', done: false }, steps: [] })
    expect(await readAll(resumed, 'result-2', content.length)).toBe(content)
  })
})

describe('the published everything server', () => {
  let connections: McpConnections
  beforeAll(async () => {
    connections = await openMcp([everything()])
  })
  afterAll(() => connections.close())

  test.each<[Action, RegExp]>([
    [{ echo: { message: 'héllo' } }, /^Echo: héllo$/],
    [{ 'get-sum': { a: 2, b: 40 } }, /^The sum of 2 and 40 is 42\.$/],
    [{ 'get-structured-content': { location: 'Chicago' } }, /^\{"temperature":[^\n]*\}$/],
    [{ 'get-tiny-image': {} }, /\[image, image\/png, \d+ bytes, not shown\]/],
    [{ 'get-resource-links': { count: 1 } }, /\[resource demo:/],
    [
      { 'get-resource-reference': { resourceType: 'Blob', resourceId: 1 } },
      /\[resource demo:.* bytes, not shown\]/,
    ],
  ])('answers %j', async (action, text) => {
    const world = await open(connections)
    const observation = await world.step(action)
    expect(observation.text).toMatch(text)
    expect(observation.refused).toBeUndefined()
  })

  test('finds nothing in its environment but PATH and HOME', async () => {
    const world = await open(connections, { maxResultChars: 100_000 })
    const { text } = await world.step({ 'get-env': {} })
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['HOME', 'PATH'])
  })

  test.each<[string, Action]>([
    ['an unknown tool', { nothing: {} }],
    ['a key of every object', { constructor: {} }],
    ['invalid arguments', { echo: 'hello' }],
    ['arguments of the wrong type', { 'get-sum': { a: 'x' } }],
    ['two actions at once', { echo: { message: 'a' }, finish: 'b' }],
    ['text', 'echo hello'],
    ['a handle that leads elsewhere', { read_result: { handle: '../../etc/passwd', from: 0 } }],
    ['an answer that is not a text', { finish: { a: 1 } }],
  ])('rejects %s', async (_, action) => {
    const world = await open(connections, { results: fileResults(emptyFolder()) })
    expect(await world.step(action)).toMatchObject({ refused: true, done: false })
  })

  test('says that the outcome is unknown if a tool does not answer in time', async () => {
    const world = await open(connections, { timeoutMs: 200 })
    const observation = await world.step({ 'trigger-long-running-operation': { duration: 5, steps: 1 } })
    expect(observation.text).toMatch(/no answer within 0\.2 s\. Whether it did anything is not known/)
    expect(observation.refused).toBeUndefined()
    expect((await world.step({ echo: { message: 'still here' } })).text).toBe('Echo: still here')
  })

  test('passes an abort on', async () => {
    const world = await open(connections)
    const abort = new AbortController()
    const step = world.step(
      { 'trigger-long-running-operation': { duration: 30, steps: 1 } },
      { signal: abort.signal },
    )
    abort.abort(new Error('enough'))
    await expect(step).rejects.toThrow('enough')
  })

  test('scores what has finished', async () => {
    const world = await open(connections)
    await world.step({ nothing: {} })
    expect(await world.outcome()).toEqual({ reward: 0, metrics: { steps: 1, errors: 1 } })
    await world.step({ finish: 'so' })
    expect(await world.outcome()).toEqual({ reward: 1, metrics: { steps: 2, errors: 1 } })
  })

  test('continues from recorded steps without calling a tool', async () => {
    const folder = emptyFolder()
    const files = await openMcp([filesystem(folder)])
    try {
      const path = join(folder, 'once.txt')
      const world = mcpEnvironment(files)
      const answered: Observation = { text: 'Successfully wrote', done: false }
      await world.restore({
        seed: 1,
        first: { text: 'x', done: false },
        steps: [{ action: { write_file: { path, content: 'x' } }, result: answered }],
      })
      expect(existsSync(path)).toBe(false)
      expect(await world.outcome()).toEqual({ reward: 0, metrics: { steps: 1, errors: 0 } })
    } finally {
      await files.close()
    }
  })
})

describe('servers that behave badly', () => {
  const TOOL = `const tools = [{ name: 'go', inputSchema: { type: 'object' } }]\n`

  async function answer(source: string, options: McpEnvironmentOptions = {}): Promise<Observation> {
    const connections = await openMcp([
      inlineServer(
        `${TOOL}function handle(method, params, answer, reject) { if (method === 'tools/list') return answer({ tools }); ${source} }`,
      ),
    ])
    try {
      return await (await open(connections, options)).step({ go: {} })
    } finally {
      await connections.close()
    }
  }

  test('a crash in mid-call is one line with its last words', async () => {
    const step = answer(`process.stderr.write('out of\\nluck'); setTimeout(() => process.exit(3), 100)`)
    await expect(step).rejects.toMatchObject({
      code: 'environment-failed',
      message: 'the MCP server "inline" has ended; it said last: out of luck',
    })
  })

  test('a crash between calls is the same line at the next one', async () => {
    const connections = await openMcp([
      inlineServer(
        `${TOOL}function handle(method, params, answer) { if (method === 'tools/list') { answer({ tools }); setTimeout(() => process.exit(1), 50) } }`,
      ),
    ])
    const world = await open(connections)
    await expect
      .poll(() => world.step({ go: {} }).catch((error: Error) => error.message))
      .toMatch(/has ended/)
    await connections.close()
  })

  test('an error of the protocol is a rejection', async () => {
    expect(await answer(`reject(-32000, 'not today')`)).toMatchObject({
      text: expect.stringMatching(/refused the call: not today/),
      refused: true,
    })
  })

  test('a result without content, and one with half a character, are text', async () => {
    expect((await answer('answer({ content: [] })')).text).toBe('The tool answered without any content.')
    const { text } = await answer(`answer({ content: [{ type: 'text', text: 'a\\ud800b' }] })`)
    expect(text).toBe('a\uFFFDb')
  })

  test('a huge result stays within the bound', async () => {
    const { text } = await answer(`answer({ content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] })`)
    expect(text.length).toBeLessThanOrEqual(4_000)
  })

  test('a message without end is never kept, and the call ends at its time', async () => {
    const flood = `const line = 'x'.repeat(1 << 20); for (let i = 0; i < 24; i += 1) process.stdout.write(line)`
    expect((await answer(flood, { timeoutMs: 500 })).text).toMatch(/no answer within 0\.5 s/)
  })

  test.each<[string, JsonObject]>([
    ['does not compile', { type: 'object', properties: { a: { type: 'nonsense' } } }],
    ['leads elsewhere', { type: 'object', properties: { a: { $ref: 'https://example.com/schema' } } }],
  ])('a schema that %s is replaced, with a note', async (_, inputSchema) => {
    const tools = JSON.stringify([
      { name: 'go', inputSchema },
      { name: 'finish', inputSchema: { type: 'object' } },
    ])
    const connections = await openMcp([
      inlineServer(`function handle(method, params, answer) { answer({ tools: ${tools} }) }`),
    ])
    expect(connections.tools.map(({ action, parameters }) => [action, parameters])).toEqual([
      ['go', { type: 'object' }],
      ['inline.finish', { type: 'object' }],
    ])
    expect(connections.notes).toEqual([expect.stringContaining('"go"')])
    await connections.close()
  })
})

async function readAll(
  world: ReturnType<typeof mcpEnvironment>,
  handle: string,
  length: number,
): Promise<string> {
  let whole = ''
  while (whole.length < length) {
    const { text } = await world.step({ read_result: { handle, from: whole.length } })
    whole += text.slice(text.indexOf('\n') + 1)
  }
  return whole
}
