import { expect, test } from 'vitest'
import { streamed, textBlock, whole } from '../../test/anthropic-scenes.ts'
import { ask } from '../../test/ask-anthropic.ts'
import type { ContextEdit } from './options.ts'

const compact: ContextEdit = { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 60_000 } }
const clear: ContextEdit = {
  type: 'clear_tool_uses_20250919',
  trigger: { type: 'input_tokens', value: 30_000 },
  keep: { type: 'tool_uses', value: 3 },
}
const reply = {
  content: [{ type: 'compaction', content: 'What was.', encrypted_content: null }, textBlock('Go north.')],
}

test.each([true, false])(
  'sends edits with the names of their betas, and skips what they leave (streaming: %s)',
  async (stream) => {
    const contextEdits = [clear, compact]
    const { response, server } = await ask(
      [stream ? streamed({ content: [textBlock('Go north.')] }) : whole(reply)],
      {
        stream,
        contextEdits,
      },
    )
    expect(server.requests[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'anthropic-beta': 'context-management-2025-06-27,compact-2026-01-12' },
      body: { context_management: { edits: contextEdits } },
    })
    expect(response?.text).toBe('Go north.')
  },
)

test('sends neither without edits', async () => {
  const { server } = await ask([whole(reply)], { stream: false })
  expect(server.requests[0]?.headers).not.toHaveProperty('anthropic-beta')
  expect(server.requests[0]?.body).not.toHaveProperty('context_management')
})
