import { testModel } from '@skill-state/protocol/conformance'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, test } from 'vitest'
import { scriptedModel } from '../test/scripted-model.ts'
import { fromLanguageModel } from './index.ts'

describe('conformance', () => {
  const create = (): ReturnType<typeof fromLanguageModel> => fromLanguageModel(scriptedModel(() => 'Hello.'))
  for (const { name, run } of testModel({ create, prompt: 'any' })) test(name, run)
})

test('a reply that is streamed is the same reply, with its usage', async () => {
  const model = fromLanguageModel(scriptedModel((text) => `You said: ${text}.`))
  const pieces: string[] = []
  const streamed = await model.generate({ prompt: 'hi', onText: (piece) => pieces.push(piece) })
  expect(streamed).toEqual(await model.generate({ prompt: 'hi' }))
  expect(streamed).toMatchObject({ text: 'You said: hi.', usage: { inputTokens: 10, outputTokens: 5 } })
  expect(pieces.join('')).toBe(streamed.text)
  expect(pieces.length).toBeGreaterThan(1)
})

test.for([true, false])(
  'an error of the provider is one line with its cause (streamed: %s)',
  async (streamed) => {
    const failing = async (): Promise<never> => {
      throw new Error('quota exceeded')
    }
    const model = fromLanguageModel(new MockLanguageModelV4({ doGenerate: failing, doStream: failing }), {
      maxRetries: 0,
    })
    await expect(
      model.generate({ prompt: 'hi', onText: streamed ? () => {} : undefined }),
    ).rejects.toMatchObject({
      code: 'model-failed',
      message: 'mock-provider:mock-model-id: quota exceeded',
    })
  },
)
