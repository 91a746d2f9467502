import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readMcpConfig } from './read-mcp-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-config-'))
beforeAll(() => void vi.stubEnv('SOME_TOKEN', 'secret'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function read(config: unknown): ReturnType<typeof readMcpConfig> {
  const file = join(folder, '.mcp.json')
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config))
  return readMcpConfig(file)
}

test('reads servers of both kinds, with variables', () => {
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
  expect(read({ mcpServers })).toEqual([
    { name: 'files', command: 'npx', args: ['-y', 'some-server', '/a'], env: { T: 'secret' } },
    { name: 'web', url: 'https://x.y/mcp', headers: { authorization: 'Bearer secret' } },
  ])
  expect(read({ servers: { a: { command: 'b' } } })).toEqual([{ name: 'a', command: 'b', args: [], env: {} }])
})

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /is not JSON/],
  ['no servers', {}, /no "mcpServers"/],
  ['a server without a command', { mcpServers: { a: {} } }, /"a" has neither "command" nor "url"/],
  ['arguments that are no texts', { mcpServers: { a: { command: 'b', args: [1] } } }, /must be texts/],
  [
    'a missing variable',
    { mcpServers: { a: { command: '${NO_SUCH_NAME}' } } },
    /no environment variable NO_SUCH_NAME/,
  ],
  ['SSE', { mcpServers: { a: { type: 'sse', url: 'https://x.y' } } }, /deprecated/],
  ['OAuth', { mcpServers: { a: { url: 'https://x.y', oauth: {} } } }, /OAuth, which is not supported/],
])('rejects %s in one line', (_, config, message) => {
  expect(() => read(config)).toThrow(expect.objectContaining({ code: 'invalid-option' }))
  expect(() => read(config)).toThrow(message)
})
