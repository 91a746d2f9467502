import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Model, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fileSessions } from '../files.ts'
import { type AgentOptions, agent, memorySessions } from '../index.ts'

const State = z.object({
  orders: z.array(z.string().max(10)).max(5).default([]),
  total: z.number().default(0),
})

function desk(replies: readonly object[], more: Partial<AgentOptions<typeof State, never>> = {}) {
  const prompts: string[] = []
  const model: Model = {
    id: 'listed',
    generate: async ({ prompt }) => {
      const text = JSON.stringify(replies[prompts.length])
      prompts.push(promptText(prompt))
      return { text, finishReason: 'stop', usage: {}, model: 'listed' }
    },
  }
  const tools = {
    find: { description: 'Finds.', input: { type: 'object' }, execute: () => ({ id: 'O-3' }) },
  } as never
  const made = agent({ model, instructions: 'Help.', state: State, tools, onWarning: () => {}, ...more })
  return { made, prompts }
}

const say = (reply: string, state_patch: object = {}): object => ({ state_patch, action: { reply } })

test('guards read the context of the session, and reject by it', async () => {
  const guard = {
    name: 'role',
    check: ({ context, patch }: { readonly context?: unknown; readonly patch: object }) =>
      'total' in patch && (context as { role: string }).role !== 'clerk'
        ? [{ path: '/total', message: 'only a clerk may write it' }]
        : [],
  }
  const answers = [say('Noted.', { total: 5 }), say('I may not.')]
  const { made, prompts } = desk(answers, { guards: [guard] })
  const guest = await made.open({ id: 'a', context: { role: 'guest-771' } })
  expect(await guest.ask('five')).toMatchObject({ reply: 'I may not.', state: { total: 0 } })
  expect(prompts[1]).toContain('/total: only a clerk may write it')
  expect(prompts.join()).not.toContain('guest-771')
  const clerk = await desk(answers, { guards: [guard] }).made.open({ id: 'a', context: { role: 'clerk' } })
  expect(await clerk.ask('five')).toMatchObject({ reply: 'Noted.', state: { total: 5 } })
})

const seed = [
  { by: 'user', text: 'It is about O-1.' },
  { by: 'tool', tool: 'find', input: { q: 'last' }, text: '{"id":"O-2"}' },
  { by: 'agent', text: 'O-9 is not yours.' },
] as const

test('rules of capture read what users and tools said before the session, and go on from there', async () => {
  const fromUsers = { name: 'orders', from: { role: 'user', pattern: 'O-[0-9]+' } } as const
  const { made } = desk([say('Yes.'), say('Yes.')], { capture: [fromUsers] })
  const session = await made.open({ id: 'a', seed })
  await session.ask('And O-4.')
  expect(session.state).toMatchObject({ orders: ['O-1', 'O-4'] })

  const fromTools = { name: 'orders', from: { tool: 'find', path: '$.id' } } as const
  const other = desk([{ state_patch: {}, action: { find: {} } }, say('Yes.')], { capture: [fromTools] })
  const second = await other.made.open({ id: 'a', seed })
  await second.ask('And the next?')
  expect(second.state).toMatchObject({ orders: ['O-2', 'O-3'] })
})

test.each(['memory', 'files'])('a conversation too long for the prompt can be read on: %s', async (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'))
  const store = kind === 'memory' ? memorySessions() : fileSessions(folder)
  const text = `${'a'.repeat(3_000)}the middle${'b'.repeat(3_000)}`
  const read = { read_result: { handle: 'conversation-0', from: 3_000 } }
  const { made, prompts } = desk([say('Yes.'), { state_patch: {}, action: read }, say('Yes.')])
  const first = await made.open({ id: 'a', store, seed: [{ by: 'user', text }] })
  await first.ask('hello')
  await first.close()
  expect(prompts[0]).toContain('the whole is kept as conversation-0')
  const later = await made.open({ id: 'a', store })
  await later.ask('and the middle?')
  await later.close()
  rmSync(folder, { recursive: true })
  expect(prompts[2]).toContain('the middlebbb')
})
