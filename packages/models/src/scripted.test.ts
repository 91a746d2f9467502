import { testModel } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { scripted } from './scripted.ts'

describe('conformance', () => {
  for (const check of testModel({ create: () => scripted(() => 'Action: Wait'), prompt: 'any' })) {
    test(check.name, () => check.run())
  }
})

test('answers in order, then throws', async () => {
  const model = scripted(['one', ''], { id: 'two-replies' })
  expect(await model.generate({ prompt: '' })).toEqual({
    text: 'one',
    finishReason: 'stop',
    usage: {},
    model: 'two-replies',
  })
  expect((await model.generate({ prompt: '' })).text).toBe('')
  await expect(model.generate({ prompt: '' })).rejects.toMatchObject({ code: 'script-exhausted' })
})

test('a rejected call takes no reply', async () => {
  const model = scripted(['one'])
  const reason = new Error('stop')
  await expect(model.generate({ prompt: '', signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect((await model.generate({ prompt: '' })).text).toBe('one')
})

test('a listener hears the reply word by word', async () => {
  for (const reply of ['Go  north\n', '', ' ', 'one']) {
    const pieces: string[] = []
    await scripted([reply]).generate({ prompt: '', onText: (piece) => void pieces.push(piece) })
    expect(pieces.join('')).toBe(reply)
  }
  const pieces: string[] = []
  await scripted(['Go north.']).generate({ prompt: '', onText: (piece) => void pieces.push(piece) })
  expect(pieces).toEqual(['Go', ' north.'])
})

test('a function sees the request and the number of the call', async () => {
  const model = scripted(({ prompt }, call) => `${prompt}${call}`)
  await model.generate({ prompt: 'a' })
  expect((await model.generate({ prompt: 'b' })).text).toBe('b1')
})
