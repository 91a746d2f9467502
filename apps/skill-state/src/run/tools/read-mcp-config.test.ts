import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AskInput, readMcpConfig } from './read-mcp-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-config-'))
beforeAll(() => void vi.stubEnv('SOME_TOKEN', 'secret'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function read(config: unknown, name = '.mcp.json', ask?: AskInput): ReturnType<typeof readMcpConfig> {
  const file = join(folder, name)
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config))
  return readMcpConfig(file, ask)
}

test('reads servers of both kinds, with variables', async () => {
  const mcpServers = {
    files: {
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'some-server', '${NO_SUCH_FOLDER:-/a}'],
      env: { T: '${SOME_TOKEN}' },
    },
    web: { type: 'http', url: 'https://x.y/mcp', headers: { authorization: 'Bearer ${SOME_TOKEN}' } },
    off: { command: 'x', disabled: true },
  }
  expect(await read({ mcpServers })).toEqual([
    { name: 'files', command: 'npx', args: ['-y', 'some-server', '/a'], env: { T: 'secret' } },
    { name: 'web', type: 'http', url: 'https://x.y/mcp', headers: { authorization: 'Bearer secret' } },
  ])
  const [server] = await read({ servers: { a: { command: 'b' } } })
  expect(server).toEqual({ name: 'a', command: 'b', args: [], env: {} })
})

test('reads a file of VS Code, and asks for its inputs once', async () => {
  const asked: string[] = []
  const config = `{
    // the key of the service
    "inputs": [{ "type": "promptString", "id": "key", "description": "API key", "password": true }],
    "servers": {
      "files": { "type": "stdio", "command": "npx", "args": ["\${workspaceFolder}/a", "\${input:key}"], "env": { "K": "\${input:key}", "T": "\${env:SOME_TOKEN}" } },
      "old": { "type": "sse", "url": "https://x.y/sse" }, /* a comma at the end */
    },
  }`
  const servers = await read(config, 'mcp.json', async (question) => {
    asked.push(question)
    return 'k1'
  })
  expect(servers).toEqual([
    { name: 'files', command: 'npx', args: [`${process.cwd()}/a`, 'k1'], env: { K: 'k1', T: 'secret' } },
    { name: 'old', type: 'sse', url: 'https://x.y/sse', headers: {} },
  ])
  expect(asked).toEqual(['API key:\n'])
  await expect(read(config, 'mcp.json')).rejects.toThrow(/asks for "key", and got no answer/)
})

test("reads Codex's TOML", async () => {
  const config = `model = "x"
    [mcp_servers.docs]
    command = "npx"
    args = ["-y", "docs"]
    env_vars = ["SOME_TOKEN"]
    [mcp_servers.docs.env]
    A = "1"
    [mcp_servers.web]
    url = "https://x.y/mcp"
    bearer_token_env_var = "SOME_TOKEN"
    http_headers = { "x-a" = "b" }
    [mcp_servers.off]
    command = "none"
    enabled = false`
  expect(await read(config, 'config.toml')).toEqual([
    { name: 'docs', command: 'npx', args: ['-y', 'docs'], env: { SOME_TOKEN: 'secret', A: '1' } },
    { name: 'web', url: 'https://x.y/mcp', headers: { 'x-a': 'b', authorization: 'Bearer secret' } },
  ])
})

test("reads Cursor's and Claude Code's files", async () => {
  const cursor = {
    mcpServers: {
      a: { url: 'https://x.y', auth: { CLIENT_ID: 'id', CLIENT_SECRET: '${SOME_TOKEN}' } },
      b: { command: '${userHome}/b' },
    },
  }
  expect(await read(cursor)).toMatchObject([
    { oauth: { clientId: 'id', clientSecret: 'secret' } },
    { command: `${homedir()}/b` },
  ])
  const own = { mcpServers: {}, projects: { [process.cwd()]: { mcpServers: { here: { command: 'c' } } } } }
  expect(await read(own, '.claude.json')).toMatchObject([{ name: 'here', command: 'c' }])
})

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /is not JSON/],
  ['no servers', {}, /no "mcpServers", "servers"/],
  ['a server without a command', { mcpServers: { a: {} } }, /"a" has neither "command" nor "url"/],
  ['arguments that are no texts', { mcpServers: { a: { command: 'b', args: [1] } } }, /must be texts/],
  [
    'a missing variable',
    { mcpServers: { a: { command: '${NO_SUCH_NAME}' } } },
    /no environment variable NO_SUCH_NAME/,
  ],
])('rejects %s in one line', async (_, config, message) => {
  await expect(read(config)).rejects.toMatchObject({
    code: 'invalid-option',
    message: expect.stringMatching(message),
  })
})
