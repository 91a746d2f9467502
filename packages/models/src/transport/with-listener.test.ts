import type { ModelResponse } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { withListener } from './with-listener.ts'

const key = new Secret('canary-0123456789abcdef')
const response = (text: string): ModelResponse => ({ text, finishReason: 'stop', usage: {}, model: 'm' })

function listener(): { readonly heard: string[]; readonly onText: (piece: string) => void } {
  const heard: string[] = []
  return { heard, onText: (piece) => void heard.push(piece) }
}

test('no part of the key is told, however it is cut', async () => {
  const { heard, onText } = listener()
  const reason = new Error('it repeats the key')
  const attempt = withListener({ prompt: '', onText }, key, async (_, tell) => {
    for (const piece of ['so: cana', 'ry-01234', '56789abcdef', ' and more']) tell(piece)
    throw reason
  })
  await expect(attempt).rejects.toBe(reason)
  expect(heard).toEqual(['so: '])
})

test('a whole reply is told in one piece, an empty one not at all', async () => {
  const { heard, onText } = listener()
  await withListener({ prompt: '', onText }, key, async () => response('Go north.'))
  await withListener({ prompt: '', onText }, key, async () => response(''))
  expect(heard).toEqual(['Go north.'])
})

test('nothing is told after the attempt has ended', async () => {
  const { heard, onText } = listener()
  let late = (_piece: string): void => {}
  const attempt = withListener({ prompt: '', onText }, key, async (_, tell) => {
    late = tell
    throw new Error('lost')
  })
  await expect(attempt).rejects.toThrow('lost')
  late('Go')
  expect(heard).toEqual([])
})

test('what the listener throws aborts the attempt', async () => {
  const reason = new Error('deaf')
  const onText = (): void => {
    throw reason
  }
  const attempt = withListener({ prompt: '', onText }, key, async (signal, tell) => {
    tell('Go')
    signal?.throwIfAborted()
    return response('Go')
  })
  await expect(attempt).rejects.toBe(reason)
})

test('the caller still aborts the attempt', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const { onText } = listener()
  const request = { prompt: '', onText, signal: controller.signal }
  const attempt = withListener(request, key, async (signal) => {
    controller.abort(reason)
    signal?.throwIfAborted()
    return response('')
  })
  await expect(attempt).rejects.toBe(reason)
})
