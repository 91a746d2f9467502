import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { ToolWorld, toolInstructions } from '@skill-state/tools'
import { describe, expect, test, vi } from 'vitest'
import { everything, filesystem, freePort } from '../test/servers.ts'
import { openMcp } from './connection/open-mcp.ts'
import { mcpEnvironment } from './environment.ts'
import { mcpTools } from './tools/mcp-tools.ts'

const tmp = tmpdir()

describe('connecting', () => {
  test('puts the server before a name that two servers have', async () => {
    const connections = await openMcp([filesystem(tmp), { ...filesystem(tmp), name: 'other' }, everything()])
    const actions = connections.tools.map(({ action }) => action)
    expect(new Set(actions).size).toBe(actions.length)
    expect(actions).toEqual(
      expect.arrayContaining(['secure-filesystem-server.read_file', 'other.read_file', 'echo']),
    )
    await connections.close()
    await connections.close()
  })

  test('offers the chosen tools, and says which there are if one is missing', async () => {
    const connections = await openMcp([everything()], { only: ['get-sum', 'echo'] })
    expect(connections.tools.map(({ action }) => action)).toEqual(['echo', 'get-sum'])
    const { actions } = new ToolWorld({ tools: mcpTools(connections) })
    expect(toolInstructions(actions)).toMatch(/### echo\nEchoes back.*\nInput: \{.*message/)
    await connections.close()
    await expect(openMcp([everything()], { only: ['nothing'] })).rejects.toThrow(
      /no server has the tool "nothing"; there are echo/,
    )
  })

  test('works without any server: only the own actions are left', async () => {
    const world = mcpEnvironment(await openMcp([]))
    await world.reset({ seed: 1 })
    expect(await world.step({ finish: 'x' })).toMatchObject({ done: true })
  })

  test.each<[string, Parameters<typeof openMcp>[0][number], RegExp]>([
    [
      'a command that does not exist',
      { command: 'no-such-command' },
      /"no-such-command" cannot be used: there is no such command$/,
    ],
    [
      'a server that ends at once',
      { command: process.execPath, args: ['-e', 'console.error("no\\ntoken"); process.exit(2)'] },
      /it said last: no token$/,
    ],
    [
      'an address that does not answer',
      { url: 'http://127.0.0.1:1/mcp' },
      /at 127\.0\.0\.1:1 cannot be used/,
    ],
    ['an invalid address', { url: 'ftp://x' }, /has no http address$/],
  ])('says in one line what is wrong with %s', async (_, server, message) => {
    await expect(openMcp([everything(), server])).rejects.toThrow(message)
  })

  test('gives up on a server that stays silent', async () => {
    const silent = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] }
    await expect(openMcp([silent], { startTimeoutMs: 300 })).rejects.toMatchObject({
      code: 'environment-failed',
    })
  })

  test('reaches a server over HTTP', async () => {
    const port = await freePort()
    const { command, args = [] } = everything()
    const [script = ''] = args
    const child = spawn(command, [script, 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    try {
      await once(child.stderr, 'data')
      const server = { url: `http://127.0.0.1:${port}/mcp`, headers: { 'x-test': '1' } }
      const connections = await vi.waitFor(() => openMcp([server]), { timeout: 55_000 })
      const world = mcpEnvironment(connections)
      await world.reset({ seed: 1 })
      expect((await world.step({ echo: { message: 'far' } })).text).toBe('Echo: far')
      await world.close()
    } finally {
      child.kill()
    }
  })
})
