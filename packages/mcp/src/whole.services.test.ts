import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { emptyFolder, everything, freePort, inlineServer } from '../test/servers.ts'
import { type ConnectMcpOptions, type McpConnections, openMcp } from './connection/open-mcp.ts'
import { mcpEnvironment } from './environment.ts'
import type { McpServer } from './server.ts'
import { mcpTools } from './tools/mcp-tools.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function opened(server: McpServer, options: ConnectMcpOptions = {}): Promise<McpConnections> {
  const connections = await openMcp([server], options)
  closers.push(() => connections.close())
  return connections
}

async function world(
  server: McpServer,
  { timeoutMs, ...options }: ConnectMcpOptions & { readonly timeoutMs?: number } = {},
): Promise<ReturnType<typeof mcpEnvironment>> {
  const environment = mcpEnvironment(await opened(server, options), { timeoutMs, maxResultChars: 20_000 })
  await environment.reset({ seed: 1 })
  return environment
}

/** A server with the tool `go`; `source` answers its calls. */
function goServer(source: string, capabilities = '{ tools: {} }'): McpServer {
  return inlineServer(
    `const tools = [{ name: 'go', inputSchema: { type: 'object' } }]
    function handle(method, params, answer, fail) { if (method === 'tools/list') return answer({ tools }); ${source} }`,
    capabilities,
  )
}

const PNG = Buffer.from('89504e470d0a1a0a'.padEnd(400, '0'), 'hex')

describe('the reference server', () => {
  test('has all of its tools, and tells how to use it', async () => {
    const { tools, instructions } = await opened(everything(), {
      roots: [process.cwd()],
      onQuestion: async () => undefined,
      onSample: async () => ({ text: '', finishReason: 'stop', usage: {}, model: 'm' }),
    })
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['trigger-sampling-request', 'trigger-elicitation-request', 'get-roots-list']),
    )
    expect(instructions).toMatch(/^## Server .*\n\n[\s\S]{1000,}/)
  })

  test('asks a person and a model, and reads the folders that it is told', async () => {
    const folder = emptyFolder()
    const onQuestion = vi.fn(async ({ schema }) => {
      expect(schema).toMatchObject({ type: 'object', properties: { name: { type: 'string' } } })
      return { name: 'Ada' }
    })
    const onSample = vi.fn(async () => {
      return { text: 'Paris', finishReason: 'stop' as const, usage: {}, model: 'small' }
    })
    const environment = await world(everything(), { roots: [folder], onQuestion, onSample })
    expect((await environment.step({ 'trigger-elicitation-request': {} })).text).toContain('Name: Ada')
    expect(onQuestion).toHaveBeenCalledTimes(1)
    const sampled = await environment.step({ 'trigger-sampling-request': { prompt: 'Where?', maxTokens: 9 } })
    expect(sampled.text).toContain('Paris')
    expect(onSample).toHaveBeenCalledWith(
      expect.objectContaining({ prompt: [expect.anything(), expect.objectContaining({ role: 'user' })] }),
    )
    expect((await environment.step({ 'get-roots-list': {} })).text).toContain(pathToFileURL(folder).href)
  })

  test.each([
    ['declined', false, /declined/i],
    ['not answered', undefined, /cancel/i],
  ])('hears that its question was %s', async (_, answer, text) => {
    const environment = await world(everything(), { onQuestion: async () => answer })
    expect((await environment.step({ 'trigger-elicitation-request': {} })).text).toMatch(text)
  })

  test('has longer than its time while it reports progress, and each report is told', async () => {
    const notes: string[] = []
    const environment = await world(everything(), { timeoutMs: 4_000, onNote: (text) => notes.push(text) })
    const { text } = await environment.step({ 'trigger-long-running-operation': { duration: 6, steps: 12 } })
    expect(text).toMatch(/completed/)
    expect(notes.at(-1)).toMatch(/trigger-long-running-operation: \d+ of 12/)
  })

  test('has its images kept as files, by handle', async () => {
    const files: { bytes: number; mimeType: string }[] = []
    const environment = await world(everything(), {
      onFile: ({ bytes, mimeType }) => `/files/${files.push({ bytes: bytes.length, mimeType })}.png`,
    })
    const { text } = await environment.step({ 'get-tiny-image': {} })
    expect(text).toContain(`[image, image/png, ${files[0]?.bytes} bytes, kept as /files/1.png]`)
    expect(files).toEqual([{ bytes: expect.any(Number), mimeType: 'image/png' }])
  })

  test('that forgets its HTTP session has a new one, and the call is answered', async () => {
    const port = await freePort()
    const { command, args: [script = ''] = [] } = everything()
    const start = () => {
      const child = spawn(command, [script, 'streamableHttp'], {
        env: { ...process.env, PORT: String(port) },
        stdio: 'ignore',
      })
      closers.push(() => child.kill())
      return child
    }
    const child = start()
    const server = { url: `http://127.0.0.1:${port}/mcp` }
    const connections = await vi.waitFor(() => openMcp([server]), { timeout: 55_000 })
    closers.push(() => connections.close())
    child.kill()
    await vi.waitFor(() => expect(child.signalCode ?? child.exitCode).not.toBeNull())
    start()
    await vi.waitFor(() => fetch(server.url), { timeout: 55_000 })
    const environment = mcpEnvironment(connections)
    await environment.reset({ seed: 1 })
    const calls = ['a', 'b'].map((message) => environment.step({ echo: { message } }))
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(['Echo: a', 'Echo: b'])
  })

  test('that speaks SSE alone is found', async () => {
    const port = await freePort()
    const { command, args: [script = ''] = [] } = everything()
    const child = spawn(command, [script, 'sse'], {
      env: { ...process.env, PORT: String(port) },
      stdio: 'ignore',
    })
    closers.push(() => child.kill())
    for (const type of ['sse', undefined] as const) {
      const server = { url: `http://127.0.0.1:${port}/sse`, type }
      const connections = await vi.waitFor(() => openMcp([server]), { timeout: 55_000 })
      const environment = mcpEnvironment(connections)
      await environment.reset({ seed: 1 })
      expect((await environment.step({ echo: { message: 'old' } })).text).toBe('Echo: old')
      await environment.close()
    }
  })
})

describe('a result', () => {
  const base64 = PNG.toString('base64')
  test.each([
    ['an image', `content: [{ type: 'image', data, mimeType: 'image/png' }]`],
    ['a sound', `content: [{ type: 'audio', data, mimeType: 'audio/wav' }]`],
    ['an embedded resource', `content: [{ type: 'resource', resource: { uri: 'x://y', blob: data } }]`],
    [
      'structured content that repeats it',
      `content: [{ type: 'image', data, mimeType: 'image/png' }], structuredContent: { picture: data }`,
    ],
    [
      'structured content beside its type',
      `content: [], structuredContent: { f: [{ mimeType: 'a/b', data: 'A'.repeat(300) + data }] }`,
    ],
    [
      'a data address in a text',
      `content: [{ type: 'text', text: 'see data:image/png;base64,' + data + ' above' }]`,
    ],
    ['structured content as a text', `content: [{ type: 'text', text: JSON.stringify({ picture: data }) }]`],
  ])('with %s has no base64 in the prompt', async (_, result) => {
    const files: Uint8Array[] = []
    const environment = await world(goServer(`const data = '${base64}'; answer({ ${result} })`), {
      onFile: ({ bytes }) => `file-${files.push(bytes)}`,
    })
    const { text } = await environment.step({ go: {} })
    expect(text).toMatch(/kept as file-1/)
    expect(text).not.toContain(base64.slice(0, 40))
    expect(Buffer.from(files[0] ?? []).includes(PNG.subarray(0, 8))).toBe(true)
  })

  test('has its images as parts for an agent, and its texts beside them', async () => {
    const connections = await opened(
      goServer(
        `const data = '${base64}'
        answer({ content: [{ type: 'text', text: 'A dot.' }, { type: 'image', data, mimeType: 'image/png' }] })`,
      ),
    )
    const made = await mcpTools(connections).go?.execute?.(
      {},
      {
        key: 'a/1',
        state: {},
        context: undefined,
        signal: new AbortController().signal,
      },
    )
    const image = { type: 'image', mediaType: 'image/png', data: base64 }
    expect(made).toEqual({ parts: [image, { type: 'text', text: 'A dot.' }] })
  })

  test('with a long word or a cursor keeps it', async () => {
    const cursor = `eyJ${'aB3'.repeat(300)}=`
    const environment = await world(
      goServer(
        `answer({ content: [], structuredContent: { cursor: '${cursor}', mimeType: 'a/b', x: 'y' } })`,
      ),
    )
    expect((await environment.step({ go: {} })).text).not.toContain('not shown,')
  })
})

describe('a server', () => {
  test('is told when a call is cancelled', async () => {
    const file = join(emptyFolder(), 'cancelled')
    const environment = await world(
      inlineServer(
        `const tools = [{ name: 'go', inputSchema: { type: 'object' } }]
        function handle(method, params, answer) { if (method === 'tools/list') answer({ tools }) }
        function heard(method) { if (method === 'notifications/cancelled') require('node:fs').writeFileSync(${JSON.stringify(file)}, '') }`,
      ),
      { timeoutMs: 200 },
    )
    expect((await environment.step({ go: {} })).text).toMatch(/gave no answer within 0\.2 s/)
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 30_000 })
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  test('may ask during calls only, and not without end', async () => {
    let asked = 0
    const options: ConnectMcpOptions = {
      onSample: async () => {
        asked += 1
        return { text: 'x', finishReason: 'stop', usage: {}, model: 'm' }
      },
    }
    const ask = `request('sampling/createMessage', { messages: [{ role: 'user', content: { type: 'text', text: 'more' } }], maxTokens: 1 }`
    const environment = await world(
      goServer(`let errors = 0
        const next = () => ${ask}, (reply) => reply.error ? answer({ content: [{ type: 'text', text: reply.error.message }] }) : next())
        next()`),
      options,
    )
    expect((await environment.step({ go: {} })).text).toContain('20 requests a call')
    expect(asked).toBe(20)
    await opened(goServer('', `(${ask}, () => {}), { tools: {} })`), options)
    expect(asked).toBe(20)
  })

  test('is not late while a person thinks about its question', async () => {
    const environment = await world(
      goServer(`request('elicitation/create', { message: 'sure?', requestedSchema: { type: 'object', properties: {} } }, ({ result }) =>
        answer({ content: [{ type: 'text', text: result.action }] }))`),
      {
        timeoutMs: 2_000,
        onQuestion: async () => {
          await new Promise((resolve) => setTimeout(resolve, 4_500))
          return {}
        },
      },
    )
    expect((await environment.step({ go: {} })).text).toBe('accept')
  })

  test('says which of its tools may be called again, and which a person approves', async () => {
    const tools = [
      { name: 'look', annotations: { readOnlyHint: true, destructiveHint: true } },
      { name: 'set', annotations: { idempotentHint: true, destructiveHint: false } },
      { name: 'drop', annotations: { destructiveHint: true } },
      { name: 'other' },
    ].map((tool) => ({ ...tool, inputSchema: { type: 'object' } }))
    const connections = await opened(
      inlineServer(`function handle(method, params, answer) { answer({ tools: ${JSON.stringify(tools)} }) }`),
    )
    const made = mcpTools(connections)
    const known = Object.entries(made).map(([name, { onUnknown, approve }]) => [
      name,
      onUnknown,
      approve !== false,
    ])
    expect(known).toEqual([
      ['look', 'repeat', false],
      ['set', 'tell', false],
      ['drop', 'tell', true],
      ['other', 'tell', false],
    ])
    expect(
      Object.values(mcpTools(connections, { approve: false })).every(({ approve }) => approve === false),
    ).toBe(true)
  })

  test('that changes its tools is noted', async () => {
    const notes: string[] = []
    const environment = await world(
      goServer(
        `tools[0].name = 'gone'; send({ method: 'notifications/tools/list_changed' }); answer({ content: [] })`,
        '{ tools: { listChanged: true } }',
      ),
      { onNote: (text) => notes.push(text) },
    )
    await environment.step({ go: {} })
    await vi.waitFor(() =>
      expect(notes).toEqual(['the MCP server "inline" changed its tools (+gone -go): the next run has them']),
    )
  })
})
