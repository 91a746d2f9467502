import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { emptyFolder, everything, inlineServer } from '../test/servers.ts'
import { type ConnectMcpOptions, openMcp } from './connection/open-mcp.ts'
import { mcpEnvironment } from './environment.ts'
import type { McpServer } from './server.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function world(
  server: McpServer,
  { timeoutMs, ...options }: ConnectMcpOptions & { readonly timeoutMs: number },
): Promise<ReturnType<typeof mcpEnvironment>> {
  const environment = mcpEnvironment(await openMcp([server], options), { timeoutMs })
  closers.push(() => environment.close())
  await environment.reset({ seed: 1 })
  return environment
}

/** A server whose tool works as a task: `looks` looks find it at work. It notes the methods that it hears in a file. */
function taskServer(
  looks: number,
  then: string,
): { readonly server: McpServer; readonly heard: () => readonly string[] } {
  const file = join(emptyFolder(), 'heard')
  const server = inlineServer(`
    const fs = require('node:fs')
    const now = new Date(0).toISOString()
    let left = ${looks}
    const task = (status) => ({ taskId: 't', status, createdAt: now, lastUpdatedAt: now, ttl: null, pollInterval: 50, statusMessage: left + ' left' })
    const tools = [{ name: 'go', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } }]
    function handle(method, params, answer, fail) {
      fs.appendFileSync(${JSON.stringify(file)}, method + ' ')
      if (method === 'tools/list') return answer({ tools })
      if (method === 'tools/call') return params.task ? answer({ task: task('working') }) : fail(-32601, 'no task')
      if (method === 'tasks/get') return answer(task(left-- > 0 ? 'working' : 'completed'))
      if (method === 'tasks/cancel') return answer(task('cancelled'))
      ${then}
    }`)
  return { server, heard: () => readFileSync(file, 'utf8').trim().split(' ') }
}

const result = `answer({ content: [{ type: 'text', text: 'done at last' }] })`

describe('a tool that works as a task', () => {
  test('is looked at until it has ended, and each look gives it more time', async () => {
    const { server, heard } = taskServer(12, result)
    const notes: string[] = []
    // Each look comes within the time, all of them together do not.
    const environment = await world(server, { timeoutMs: 550, onNote: (text) => notes.push(text) })
    expect((await environment.step({ go: {} })).text).toBe('done at last')
    expect(heard().filter((method) => method === 'tasks/get')).toHaveLength(13)
    expect(notes[0]).toMatch(/^inline go: 1 11 left$/)
  })

  test('that fails says why', async () => {
    const { server } = taskServer(0, `fail(-32603, 'the disk is full')`)
    const environment = await world(server, { timeoutMs: 5_000 })
    expect(await environment.step({ go: {} })).toMatchObject({
      text: 'The server refused the call: the disk is full',
      refused: true,
    })
  })

  test('is cancelled with its call', async () => {
    const { server, heard } = taskServer(Infinity, result)
    const environment = await world(server, { timeoutMs: 5_000 })
    const stop = new AbortController()
    const call = environment.step({ go: {} }, { key: 'a', signal: stop.signal })
    await vi.waitFor(() => expect(heard()).toContain('tasks/get'), { timeout: 30_000 })
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await vi.waitFor(() => expect(heard().at(-1)).toBe('tasks/cancel'), { timeout: 30_000 })
  })

  test('of the reference server asks a person before it ends', async () => {
    const onQuestion = vi.fn(async () => ({ interpretation: 'snake' }))
    const environment = await world(everything(), { timeoutMs: 20_000, onQuestion })
    const { text } = await environment.step({
      'simulate-research-query': { topic: 'python', ambiguous: true },
    })
    expect(text).toContain('**Clarification**: snake')
    expect(onQuestion).toHaveBeenCalledTimes(1)
  })
})
