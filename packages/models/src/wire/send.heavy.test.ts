import { invalidOption } from '@skill-state/protocol'
import { expect, test, vi } from 'vitest'
import { providerModel } from '../provider-model.ts'

const missing = 'the package openai is not installed: run "npm install openai"'

vi.mock('./openai-client.ts', () => {
  const load = () => async () => {
    throw invalidOption(missing)
  }
  return { lazyPost: load, lazyClient: load }
})

test.each(['openai:m', 'groq:m'])(
  '%s without its package says so at once, and does not retry',
  async (name) => {
    const model = await providerModel(name, { apiKey: 'none' })
    const onRetry = vi.fn()
    const asked = model.generate({ prompt: 'hi', onRetry })
    await expect(asked).rejects.toMatchObject({ code: 'invalid-option', message: missing })
    expect(onRetry).not.toHaveBeenCalled()
  },
)
