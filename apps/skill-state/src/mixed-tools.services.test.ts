import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agent } from '@skill-state/agent'
import { mcpTools, openMcp } from '@skill-state/mcp'
import { scripted } from '@skill-state/models'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-mixed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const server = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'))

function act(state_patch: object, action: object): string {
  return `\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``
}

test('two users mix tools in code, tools of a server and approval in one session', async () => {
  await using connections = {
    ...(await openMcp([{ command: process.execPath, args: [server, folder] }], {
      only: ['write_file', 'list_directory'],
    })),
    async [Symbol.asyncDispose]() {
      await this.close()
    },
  }
  const path = join(folder, 'note.txt')
  const clerk = agent({
    model: scripted([
      act({ last: 'ada' }, { write_file: { path, content: 'hello' } }),
      act({}, { count: { text: 'hello' } }),
      act({}, { reply: 'Ada, it has 5 letters.' }),
      act({ last: 'ben' }, { list_directory: { path: folder } }),
      act({}, { reply: 'Ben, there is a note.' }),
    ]),
    instructions: 'Serve Ada and Ben.',
    state: z.object({ last: z.string().max(10).default('') }),
    tools: {
      ...mcpTools(connections, { approve: false }),
      count: {
        description: 'Counts letters.',
        input: z.object({ text: z.string() }),
        approve: () => 'counting is slow',
        execute: async ({ text }) => text.length,
      },
    },
  })
  const session = await clerk.open({ id: 'desk' })
  const ada = await Array.fromAsync(session.send('Ada: write a note'))
  const ben = await Array.fromAsync(session.send('Ben: what is there?'))
  expect([ada.at(-1), ben.at(-1)]).toEqual([
    { type: 'turn-ended', end: 'waiting' },
    { type: 'turn-ended', end: 'waiting' },
  ])
  const { approval } = session
  expect(approval).toMatchObject({ tool: 'count', reason: 'counting is slow' })
  const rest = await Array.fromAsync(session.approve({ step: approval?.step ?? -1 }))
  const replies = rest.flatMap((event) => (event.type === 'reply' ? [event.text] : []))
  expect(replies).toEqual(['Ada, it has 5 letters.', 'Ben, there is a note.'])
  expect(
    rest.find((event) => event.type === 'tool-ended' && String(event.tool) === 'list_directory'),
  ).toMatchObject({
    text: '[FILE] note.txt',
  })
  expect(session.state).toEqual({ last: 'ben' })
})
