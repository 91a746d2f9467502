import { type Model, type ModelRequest, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { clerk, type Rules, travel } from '../test/travel.ts'
import { newest } from './conformance/desk.ts'
import { memorySessions } from './index.ts'

/** A model that calls tools: it answers by what the last message ends with. */
function calling(rules: Rules, requests: ModelRequest[]): Model {
  return {
    id: 'calling',
    capabilities: { native: 'calls' },
    generate: async (request) => {
      requests.push(request)
      const last = newest(promptText(request.prompt))
      const [, state_patch = {}, action = { reply: 'Sorry?' }] =
        rules.find(([pattern]) => pattern.test(last)) ?? []
      const [name = '', input] = Object.entries(action)[0] ?? []
      const text = JSON.stringify({ [name]: { reasoning: 'So.', state_patch, action: input } })
      for (const piece of text.match(/[\s\S]{1,5}/g) ?? []) request.onText?.(piece)
      return { text, finishReason: 'stop', usage: {}, model: 'calling' }
    },
  }
}

test('an agent asks a model that calls tools by messages and tools', async () => {
  const requests: ModelRequest[] = []
  const world = { booked: [] }
  const agent = travel(calling(clerk, requests), world)
  const trip = await agent.open({ id: 'a' })
  const events = await Array.fromAsync(trip.send('A cheap flight to Rome, please'))
  expect(world.booked).toEqual(['a/1 F1'])
  expect(trip.state).toEqual({ traveller: 'Ada', bookings: { F1: { price: 90 } } })
  const streamed = events.map((event) => (event.type === 'reply-text' ? event.text : '')).join('')
  expect(streamed).toBe('It is "booked".\nEnjoy!')

  for (const { prompt, tools, cacheBreakpoints, answerSchema } of requests) {
    expect(prompt).toEqual([
      {
        role: 'system',
        text: expect.stringMatching(
          /^You book trips\.\n\n## State\n[\s\S]*\n {2}traveller: string[\s\S]*\n\nCall exactly one tool/,
        ),
      },
      { role: 'user', text: expect.stringMatching(/^Skill Execution State:\n```json\n/) },
    ])
    expect(prompt[0]).toEqual(requests[0]?.prompt[0])
    expect(tools?.map(({ name }) => name)).toEqual(['search', 'book', 'read_result', 'reply', 'finish'])
    expect(tools?.[1]).toMatchObject({
      description: 'Books a flight.',
      parameters: {
        properties: { action: { properties: { flight: { type: 'string' } } } },
        required: ['reasoning', 'state_patch', 'action'],
      },
    })
    expect(cacheBreakpoints).toEqual([JSON.parse(JSON.stringify(prompt))[0].text.length])
    expect(answerSchema).toBeUndefined()
    expect(JSON.stringify(tools)).not.toContain('traveller')
  }
})

test('a session continues with a model that reads text', async () => {
  const store = memorySessions()
  const first = await travel(calling(clerk, []), { booked: [] }).open({ id: 'a', store })
  await Array.fromAsync(first.send('the dear one'))
  expect(first.approval).toMatchObject({ tool: 'book' })
  await first.close()
  const requests: ModelRequest[] = []
  const model: Model = { ...calling(clerk, requests), capabilities: {} }
  const later = await travel(model, { booked: [] }).open({ id: 'a', store })
  expect(later.approval).toMatchObject({ tool: 'book' })
  await Array.fromAsync(later.deny({ step: 0, reason: 'no budget' })).catch(() => {})
  expect(requests[0]?.prompt).toContain('Instructions:\nYou book trips.')
  expect(requests[0]?.tools).toBeUndefined()
})

test('a model of messages alone keeps the form of the reply', async () => {
  const requests: ModelRequest[] = []
  const model: Model = { ...calling(clerk, requests), capabilities: { native: 'messages' } }
  const trip = await travel(model, { booked: [] }).open({ id: 'a' })
  await Array.fromAsync(trip.send('Hello')).catch(() => {})
  expect(requests[0]?.tools).toBeUndefined()
  expect(requests[0]?.prompt[0]).toMatchObject({
    role: 'system',
    text: expect.stringContaining('## Actions'),
  })
})
