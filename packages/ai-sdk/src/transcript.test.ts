import { agent } from '@skill-state/agent'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../test/scripted-model.ts'
import { fromLanguageModel } from './index.ts'
import { asPrompt, readPrompt, readsAlike } from './transcript.ts'
import type { CallOptions } from './types.ts'

const url = new URL('https://a.example/b.png')

test('images and files are the same in messages and in prompts, and an address is a line in both', () => {
  const bytes = new Uint8Array([65, 66, 67])
  const message = {
    role: 'user' as const,
    content: [
      { type: 'text' as const, text: 'Look.' },
      { type: 'file' as const, data: bytes, mediaType: 'image/png', filename: 'a.png' },
      { type: 'file' as const, data: url, mediaType: 'image/png' },
    ],
  }
  const data = { type: 'data', data: bytes } as const
  const prompt: CallOptions['prompt'] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'file', data, mediaType: 'image/png', filename: 'a.png' },
        { type: 'file', data: { type: 'url', url }, mediaType: 'image/png' },
      ],
    },
  ]
  const line = '[image/png: not shown, because its bytes were not given with it]'
  const part = { type: 'image', mediaType: 'image/png', data: 'QUJD', name: 'a.png' }
  const entry = { by: 'user', text: `Look.\n${line}`, parts: [part] }
  expect(readPrompt(prompt).transcript).toEqual([entry])
  expect(readPrompt([asPrompt(message)]).transcript).toEqual([entry])
  expect(readsAlike(message)).toBe(false)
  expect(readsAlike({ ...message, content: message.content.slice(0, 2) })).toBe(true)
  expect(readsAlike({ role: 'user', content: [{ type: 'text', text: '' }] })).toBe(false)
})

test('a model of the AI SDK that reads images is shown those of an agent', async () => {
  const sent: CallOptions[] = []
  const inner = scriptedModel(
    () => '```json\n{"state_patch":{},"action":{"reply":"A cat."}}\n```',
    (options) => sent.push(options),
  )
  const model = fromLanguageModel(inner, { capabilities: { sees: ['image/png'] } })
  const session = await agent({ model, instructions: 'Look.', state: z.object({}), tools: {} }).open({
    id: 'a',
  })
  const { reply } = await session.ask('What is this?', {
    parts: [{ type: 'image', mediaType: 'image/png', data: 'QUJD' }],
  })
  expect(reply).toBe('A cat.')
  const files = sent[0]?.prompt.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(({ type }) => type === 'file'),
  )
  expect(files).toMatchObject([{ mediaType: 'image/png', data: { type: 'data', data: 'QUJD' } }])
})
