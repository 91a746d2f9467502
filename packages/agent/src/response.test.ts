import type { Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { byObservation, clerk, travel } from '../test/travel.ts'
import { eventResponse } from './response.ts'

test('streams a turn as server-sent events', async () => {
  const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a' })
  const response = eventResponse(trip.send('hello'))
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const blocks = (await response.text()).trimEnd().split('\n\n')
  const events = blocks.map((block) => {
    const [, name, data = ''] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? []
    return { name, data: JSON.parse(data) as { type: string } }
  })
  expect(events.every(({ name, data }) => name === data.type)).toBe(true)
  expect(events.at(-1)?.data).toEqual({ type: 'turn-ended', end: 'replied' })
  expect(events.filter(({ name }) => name === 'reply-text').length).toBeGreaterThan(0)
})

test('tells a failure in one line', async () => {
  const failing = { id: 'failing', generate: () => Promise.reject(new Error('no answer')) }
  const trip = await travel(failing, { booked: [] }).open({ id: 'a' })
  expect(await eventResponse(trip.send('hello')).text()).toMatch(
    /event: turn-ended\ndata: .*"end":"failed","reasons":\["no answer"\],"resumable":true}\n\n$/,
  )
  expect(trip.messages(1)).toEqual([{ by: 'user', text: 'hello' }])
})

test('tells what was misused before a turn began', async () => {
  const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a' })
  expect(await eventResponse(trip.approve({ step: 0 })).text()).toBe(
    'event: turn-failed\ndata: {"type":"turn-failed","code":"journal-misuse","message":"session \\"a\\": step 0 does not wait for an approval: no call waits"}\n\n',
  )
})

test('a reader who goes away does not stop the turn', async () => {
  const asked = Promise.withResolvers<void>()
  const model = byObservation([])
  const slow: Model = {
    ...model,
    generate: async (request) => {
      await asked.promise
      return model.generate(request)
    },
  }
  const trip = await travel(slow, { booked: [] }).open({ id: 'a' })
  const reader = eventResponse(trip.send('hello')).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  asked.resolve()
  await trip.resume().turn
  expect(trip.messages(1)).toEqual([{ by: 'agent', text: 'Sorry?' }])
})
