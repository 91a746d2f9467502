import { AIMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { agent } from '@skill-state/agent'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ScriptedChatModel } from '../test/scripted-chat-model.ts'
import { fromChatModel } from './index.ts'

test('a chat model answers for an agent outside of LangChain, and streams', async () => {
  const chat = new ScriptedChatModel(async () => '{"state_patch": {}, "action": {"reply": "Good day."}}')
  const clerk = agent({
    model: fromChatModel(chat),
    instructions: 'Talk.',
    state: z.object({}),
    tools: {},
    onWarning: () => {},
  })
  const session = await clerk.open({ id: 'a' })
  const pieces: string[] = []
  for await (const event of session.send('Hi')) if (event.type === 'reply-text') pieces.push(event.text)
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join('')).toBe('Good day.')
  expect(chat.sent.map(({ messages }) => messages.map(({ role }) => role))).toEqual([['user']])
})

test('counts of the provider keep their meaning', async () => {
  const usage_metadata = {
    input_tokens: 100,
    output_tokens: 20,
    total_tokens: 120,
    input_token_details: { cache_read: 60, cache_creation: 10 },
    output_token_details: { reasoning: 5 },
  }
  const chat = fakeModel()
    .respond(
      new AIMessage({
        content: 'x',
        usage_metadata,
        response_metadata: { stop_reason: 'max_tokens', model: 'm-1' },
      }),
    )
    .respond(new AIMessage('y'))
    .respond(new Error('overloaded'))
  const model = fromChatModel(chat, { id: 'test:m' })
  expect(await model.generate({ prompt: 'p' })).toEqual({
    text: 'x',
    finishReason: 'length',
    usage: {
      inputTokens: 100,
      cachedInputTokens: 60,
      cacheWriteTokens: 10,
      outputTokens: 20,
      reasoningTokens: 5,
    },
    model: 'm-1',
  })
  expect((await model.generate({ prompt: 'p' })).usage.inputTokens).toBeUndefined()
  await expect(model.generate({ prompt: 'p' })).rejects.toMatchObject({
    code: 'model-failed',
    message: 'the chat model failed: overloaded',
  })
})

test('messages of a prompt keep their roles', async () => {
  const chat = new ScriptedChatModel(async () => 'ok')
  await fromChatModel(chat).generate({
    prompt: [
      { role: 'system', text: 'Be kind.' },
      { role: 'user', text: 'Look' },
      { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'look', input: { at: 'sea' } }] },
      { role: 'tool', id: 'c1', text: 'blue' },
    ],
  })
  expect(chat.sent[0]?.messages.map(({ role, calls, results }) => [role, ...calls, ...results])).toEqual([
    ['system'],
    ['user'],
    ['ai', 'c1'],
    ['tool', 'c1'],
  ])
})
