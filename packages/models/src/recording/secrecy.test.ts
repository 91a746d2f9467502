import type { Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { streamed, textBlock } from '../../test/anthropic-scenes.ts'
import { createFolder, filesIn } from '../../test/folder.ts'
import { type Scene, withLoopback } from '../../test/loopback.ts'
import { anthropic } from '../anthropic/anthropic.ts'
import { rateLimiter } from '../limits/limiter.ts'
import { openai } from '../openai/openai.ts'
import { cached } from './cached.ts'
import { recording } from './recording.ts'
import { replay } from './replay.ts'

const canary = 'canary/3f9a+c0ffee'
const headers = { 'x-proxy-key': canary, authorization: `Bearer ${canary}` }

const openaiReply = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'exact',
  output: [
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Go.', annotations: [] }] },
  ],
  usage: { input_tokens: 20, output_tokens: 7, total_tokens: 27 },
}

interface Provider {
  readonly create: (url: string) => Model
  readonly reply: Scene
}

const transport = () => ({ attempts: 1, limiter: rateLimiter() })

const providers: Readonly<Record<string, Provider>> = {
  anthropic: {
    create: (baseUrl) => anthropic({ model: 'm', apiKey: canary, baseUrl, headers, transport: transport() }),
    reply: streamed({ content: [textBlock('Go.')] }),
  },
  openai: {
    create: (url) =>
      openai({
        model: 'm',
        apiKey: canary,
        baseUrl: `${url}/v1?key=${canary}`,
        headers,
        env: {},
        stream: false,
        transport: transport(),
      }),
    reply: { json: openaiReply },
  },
}

test.each(Object.entries(providers))(
  'no key that %s is sent is in any file',
  async (_, { create, reply }) => {
    const [recordings, cache] = [createFolder(), createFolder()]
    const refusal: Scene = { status: 400, json: { error: { message: `not with ${canary}` } } }
    await withLoopback([reply, refusal], async ({ url, requests }) => {
      const model = recording(cached(create(url), cache), recordings)
      await model.generate({ prompt: 'Where to?' })
      await expect(model.generate({ prompt: 'Again?' })).rejects.toMatchObject({ code: 'model-refused' })
      expect(JSON.stringify(requests[0]?.headers)).toContain(canary)
    })
    const files = { ...filesIn(recordings), ...filesIn(cache) }
    expect(Object.keys(files)).toHaveLength(3)
    expect(JSON.stringify(files)).not.toContain('canary')

    const again = await replay(recordings).generate({ prompt: 'Where to?' })
    expect(again).toMatchObject({ text: 'Go.', usage: { outputTokens: 7 }, replayed: 'recording' })
  },
)
