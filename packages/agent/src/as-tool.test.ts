import type { Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { byObservation, clerk, type Rules, travel, type World } from '../test/travel.ts'
import { type AsToolOptions, asTool, memorySessions } from './index.ts'

const settings = { description: 'Books trips.' }

/** What a call of the agent as a tool gives. */
async function call(
  message: unknown,
  options: Partial<AsToolOptions> = {},
  world: World = { booked: [] },
): Promise<unknown> {
  const { execute } = asTool(travel(byObservation(clerk), world), { ...settings, ...options })
  return execute?.({ message } as never, {
    key: 'parent/3',
    state: {},
    context: undefined,
    signal: new AbortController().signal,
  })
}

test('gives the reply, and asks about a call of the agent', async () => {
  expect(await call('the cheap one')).toEqual({ reply: 'It is "booked".\nEnjoy!', cost: 0 })
  const onApproval: AsToolOptions['onApproval'] = async ({ session, step, tool }) =>
    `${session} may not ${tool} in step ${step}`
  expect(await call('the dear one', { onApproval })).toEqual({ reply: 'Then not.', cost: 0 })
})

test('continues its session if the call is repeated under the same key', async () => {
  const [store, world] = [memorySessions(), { booked: [] }]
  const first = await call('the dear one', { store }, world)
  const waits = { status: 'waits for the approval of a person', session: 'parent/3' }
  expect(first).toMatchObject({ ...waits, call: { step: 0, reason: 'it costs 900' } })
  expect(await call('the dear one', { store, onApproval: () => true }, world)).toMatchObject({
    reply: expect.stringMatching(/booked/),
  })
  expect(await call('the dear one', { store }, world)).toEqual({ reply: 'It is "booked".\nEnjoy!', cost: 0 })
  expect(world.booked).toHaveLength(1)
})

test('rejects a message without a text in one line', async () => {
  await expect(call(' ')).rejects.toThrow(/^message: expected a text$/)
})

test('stops when the parent does', async () => {
  const endless: Rules = [[/./, {}, { search: { city: 'Rome' } }]]
  const abort = new AbortController()
  const model: Model = byObservation(endless)
  const stopping: Model = {
    ...model,
    generate(request) {
      abort.abort(new Error('enough'))
      request.signal?.throwIfAborted()
      return model.generate(request)
    },
  }
  const { execute } = asTool(travel(stopping, { booked: [] }), settings)
  const running = execute?.(
    { message: 'Go' },
    { key: 'k', state: {}, context: undefined, signal: abort.signal },
  )
  await expect(running).rejects.toThrow('enough')
})
