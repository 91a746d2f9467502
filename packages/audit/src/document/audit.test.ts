import { expect, test, vi } from 'vitest'
import { booking, episodeOf } from '../../test/simulation.ts'
import { Audit } from './audit.ts'

const options = { prompt: 'You move bookings.', writeTools: ['change_booking'] }

async function audited(...episodes: Parameters<Audit['add']>[0][]): Promise<ReturnType<Audit['document']>> {
  const audit = new Audit(options)
  for (const episode of episodes) await audit.add(episode)
  return audit.document()
}

test('counts what calls needed, and classifies where it came from', async () => {
  const { calls, all, write } = await audited(episodeOf(booking))
  expect(calls).toBe(5)
  expect(all.needs).toEqual({ values: 6, inP: 0, never: 1, assistantOnly: 0, sourced: 5, callsWithNeeds: 3 })
  expect(write.needs).toMatchObject({ values: 4, never: 1, sourced: 3 })
  expect(Object.keys(all.sources)).toEqual([
    'user',
    'find_booking:$.cards{key}',
    'find_booking:$.flights[].id',
    'search_flights:$',
  ])
  expect(all.sources.user).toEqual({ needs: 2, notInObservation: 1 })
})

test('a policy shows a value through a restatement or through a source', async () => {
  const { write } = await audited(episodeOf(booking))
  // The call at message 8 needs the code (last in 3), the flight (restated in 6, source 5) and the card (3).
  expect(write.survival['last:3']).toMatchObject({
    any: { visible: 1, of: 3 },
    sources: { visible: 1, of: 3 },
  })
  expect(write.survival['last:2']).toMatchObject({ any: { visible: 1 }, sources: { visible: 0 } })
  expect(write.survival['clear-tool-results:keep=1']).toMatchObject({
    sources: { visible: 2, rate: 0.666667 },
  })
  expect(write.distance.sourceMessages).toEqual({ n: 3, mean: 4.333333, p50: 5, p90: 5, max: 5 })
  expect(write.distance.anyCalls).toEqual({ n: 3, mean: 2.333333, p50: 3, p90: 3, max: 3 })
})

test('prompts are measured to the character, and share what they have in common', async () => {
  const { size } = await audited(episodeOf(booking.slice(0, 5)))
  const system = 'system: You move bookings.\n'
  const first = 'assistant: Welcome aboard.\nuser: I am Noor, booking QX-7781. Move me to a later flight.\n'
  const more =
    'assistant: find_booking({"code":"QX-7781"})\n' +
    'tool: {"booking":"QX-7781","flights":[{"id":"FL1200"}],"cards":{"card_9001":{"last":4455}}}\n'
  const total = 2 * (system + first).length + more.length
  expect(size.full).toMatchObject({ totalChars: total, sharedPrefixChars: (system + first).length })
  expect(size['last:1']?.sharedPrefixChars).toBe(system.length)
  const cached = (system + first).length / 4
  expect(size.full?.inputCost['0.25']).toBeCloseTo(total / 4 - 0.75 * cached, 6)
})

test('the required state holds what a later call needs and no observation brings back', async () => {
  const { write } = await audited(episodeOf(booking))
  const code = '{"user":["QX-7781"]}'.length
  const coming = '{"find_booking:$.cards{key}":["card_9001"],"user":["QX-7781"]}'.length
  const all = '{"find_booking:$.cards{key}":["card_9001"],"search_flights:$":["FL1300"],"user":["QX-7781"]}'
    .length
  expect(write.required.held.chars).toMatchObject({ n: 5, max: all, p50: coming })
  expect(write.required.held.chars.mean).toBeCloseTo((code + coming + 2 * all + 2) / 5, 5)
})

test('a rewrite of notes that loses an identifier is counted, with the patch that would have kept it', async () => {
  const notes = (...todos: readonly string[]) => ({
    todos: todos.map((content) => ({ content, status: 'open' })),
  })
  const audit = new Audit({ stateTools: ['todo'], writeTools: [] })
  await audit.add(
    episodeOf([
      { user: 'Cancel #W1111111 and #W2222222' },
      { agent: '', calls: [['todo', notes('cancel #W1111111', 'cancel #W2222222')]] },
      { result: 'ok' },
      { agent: '', calls: [['todo', notes('cancel #W1111111')]] },
      { result: 'ok' },
      { agent: '', calls: [['cancel', { order: '#W2222222' }]] },
    ]),
  )
  const { erasures, all } = audit.document()
  expect(erasures).toMatchObject({ writes: 2, transitions: 1, transitionsLosingIds: 1, idsBefore: 2 })
  expect(erasures).toMatchObject({ idsLost: 1, idsLostNeededLater: 1 })
  expect(erasures.patchChars).toBe('{"todos":{"cancel #W2222222":null}}'.length)
  expect(all.needs.values).toBe(1)
})

test('an audit of several episodes adds up, and unknown figures are null', async () => {
  const document = await audited(episodeOf(booking), episodeOf([{ user: 'Hello' }, { agent: 'Hi' }], '2'))
  expect(document).toMatchObject({ episodes: 2, calls: 6, messages: 13 })
  expect(document.perEpisode.map(({ task_id }) => task_id)).toEqual(['1', '2'])
  expect(document.recorded).toMatchObject({ callsWithUsage: 0, toolErrors: 1, cachedShare: null })
  expect((await audited()).all).toMatchObject({ survival: { full: { any: { of: 0, rate: null } } } })
})

test('the work of an audit grows in proportion to the values of one call', async () => {
  const spies = (['indexOf', 'includes', 'startsWith', 'slice'] as const).map((method) =>
    vi.spyOn(String.prototype, method),
  )
  const parses = vi.spyOn(JSON, 'parse')
  const workFor = async (count: number): Promise<number> => {
    const ids = Array.from({ length: count }, (_, at) => `item ${100_000 + at}`)
    const lines = [{ user: 'go' }, { agent: '', calls: [['look', {}]] }, { result: ids }] as const
    const use = [{ agent: '', calls: [['use', { ids }]] }, { result: ids.map((id) => `used ${id}`) }] as const
    const episode = episodeOf([...lines, ...use, ...use])
    for (const spy of [...spies, parses]) spy.mockClear()
    const audit = new Audit()
    await audit.add(episode)
    expect(audit.document().all.needs.values).toBe(2 * count)
    return [...spies, parses].reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  }
  const [few, many] = [await workFor(200), await workFor(800)]
  vi.restoreAllMocks()
  expect(many / few).toBeLessThan(4.4)
})
