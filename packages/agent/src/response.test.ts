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
  expect(events.at(-1)?.data).toEqual({ type: 'turn-ended', reason: 'replied' })
  expect(events.filter(({ name }) => name === 'reply-text').length).toBeGreaterThan(0)
})

test('tells a failure in one line', async () => {
  const failing = { id: 'failing', generate: () => Promise.reject(new Error('no answer')) }
  const trip = await travel(failing, { booked: [] }).open({ id: 'a' })
  expect(await eventResponse(trip.send('hello')).text()).toMatch(
    /event: turn-failed\ndata: .*"message":"no answer"}\n\n$/,
  )
  expect(trip.messages(1)).toEqual([{ by: 'user', text: 'hello' }])
})

test('tells what was misused before a turn began', async () => {
  const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a' })
  expect(await eventResponse(trip.approve({ step: 0 })).text()).toBe(
    'event: turn-failed\ndata: {"type":"turn-failed","code":"journal-misuse","message":"session \\"a\\": step 0 does not wait for an approval: no call waits"}\n\n',
  )
})

test('ends the turn if its reader goes away, and the session continues later', async () => {
  let called = 0
  const model = byObservation([])
  const slow = {
    id: 'slow',
    generate: (request: Parameters<typeof model.generate>[0]) => {
      called += 1
      if (called > 1) return model.generate(request)
      return new Promise<never>((_, reject) => {
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason))
      })
    },
  }
  const trip = await travel(slow, { booked: [] }).open({ id: 'a' })
  const reader = eventResponse(trip.send('hello')).body?.getReader()
  while (called === 0) await reader?.read()
  await reader?.cancel()
  expect(trip.steps).toBe(0)
  const events = []
  for await (const event of trip.resume()) events.push(event.type)
  expect(events.at(-1)).toBe('turn-ended')
  expect(trip.messages(1)).toEqual([{ by: 'agent', text: 'Sorry?' }])
})
