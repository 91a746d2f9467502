import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { agent } from '@skill-state/agent'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ScriptedChatModel } from '../test/scripted-chat-model.ts'
import { fromChatModel } from './index.ts'
import { transcriptOf } from './messages.ts'

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

test('a chat model that reads images is shown those of an agent', async () => {
  const chat = new ScriptedChatModel(async () => '{"state_patch": {}, "action": {"reply": "A cat."}}')
  const model = fromChatModel(chat, { capabilities: { sees: ['image/png'] } })
  const session = await agent({ model, instructions: 'Look.', state: z.object({}), tools: {} }).open({
    id: 'a',
  })
  await session.ask('What is this?', { parts: [{ type: 'image', mediaType: 'image/png', data: 'QUJD' }] })
  expect(chat.sent.map(({ messages }) => messages.flatMap(({ images = [] }) => images))).toEqual([['QUJD']])
})

const png = { type: 'image', mediaType: 'image/png', data: 'QUJD' }
const pdf = { type: 'file', mediaType: 'application/pdf', data: 'QUJD', name: 'a.pdf' }
test.for<readonly [form: string, content: object, part: object | undefined]>([
  ['of LangChain 1', { type: 'image', mimeType: 'image/png', data: 'QUJD' }, png],
  [
    'of LangChain 0',
    {
      type: 'file',
      source_type: 'base64',
      mime_type: 'application/pdf',
      data: 'QUJD',
      metadata: { filename: 'a.pdf' },
    },
    pdf,
  ],
  ['of OpenAI', { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } }, png],
  ['of OpenAI, as a text', { type: 'image_url', image_url: 'data:image/png;base64,QUJD' }, png],
  [
    'of OpenAI, for files',
    { type: 'file', file: { file_data: 'data:application/pdf;base64,QUJD', filename: 'a.pdf' } },
    pdf,
  ],
  ['of Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } }, png],
  ['an address', { type: 'image_url', image_url: { url: 'https://a.example/b.png' } }, undefined],
  ['the id of a file', { type: 'file', fileId: 'file-1' }, undefined],
])('a part in the form %s is read', ([, content, part]) => {
  const [entry] = transcriptOf([new HumanMessage({ content: [content] as never })], 'failed')
  const line = expect.stringMatching(/^\[\w+: not shown, because its bytes were not given with it\]$/)
  expect(entry).toEqual({ by: 'user', id: undefined, text: part ? '' : line, parts: part && [part] })
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
