import { type StoredRecord, undo } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Model, promptText } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AgentEvent, type AgentOptions, agent, type Session, type SessionStore } from '../index.ts'
import { composing } from './view.ts'

const State = z.object({ name: z.string().max(20).default('') })

interface Desk {
  readonly records: StoredRecord[]
  readonly open: () => Promise<Session<unknown>>
  readonly prompts: string[]
}

/** Sessions of one store without `hold`, whose model gives these replies; the last one again and again. */
function desk(
  replies: readonly (object | (() => unknown))[],
  more: Partial<AgentOptions<typeof State, never>> = {},
): Desk {
  const prompts: string[] = []
  const model: Model = {
    id: 'listed',
    generate: async ({ prompt }) => {
      const reply = replies[Math.min(prompts.length, replies.length - 1)]
      prompts.push(promptText(prompt))
      if (typeof reply === 'function') return reply() as never
      return { text: JSON.stringify(reply), finishReason: 'stop', usage: {}, model: 'listed' }
    },
  }
  const records: StoredRecord[] = []
  const store: SessionStore = {
    open() {
      const journal = memoryJournal(records)
      return { journal, results: memoryResults(), close: () => journal.close() }
    },
  }
  const made = agent({ model, instructions: 'Help.', state: State, tools: {}, onWarning: () => {}, ...more })
  return { records, prompts, open: () => made.open({ id: 'a', store }) as Promise<Session<unknown>> }
}

const say = (reply: string): object => ({ state_patch: {}, action: { reply } })
const act = (input: object = {}, state_patch: object = {}): object => ({
  state_patch,
  action: { act: input },
})

function acting(execute: () => unknown, more: object = {}): { tools: never } {
  return { tools: { act: { description: 'Acts.', input: { type: 'object' }, execute, ...more } } as never }
}

test('who asks again what became of a message that failed is told so', async () => {
  const session = await desk([say('Hello.'), { no: 'form' }]).open()
  await session.ask('one', { id: '1' })
  const failed = await session.ask('two', { id: '2' })
  expect(failed.end).toBe('failed')
  expect(await session.ask('two', { id: '2' })).toMatchObject({
    end: 'failed',
    reply: '',
    reasons: failed.reasons,
  })
})

test('what is in doubt after a stop is said once', async () => {
  const { open, prompts } = desk(
    [act({}, { name: 'Ada' }), say('Fine.')],
    acting(() => 1, { approve: true }),
  )
  const session = await open()
  await session.ask('I am Ada')
  await session.stop()
  await session.ask('well?')
  expect(prompts[1]?.split('/name: "" → "Ada"')).toHaveLength(2)
})

test('a stop by one process is not undone by another one that knows nothing of it', async () => {
  const done: number[] = []
  const hanging = acting(() => done.push(1) && new Promise(() => {}), { onUnknown: 'repeat' })
  const { open } = desk([act()], hanging)
  const first = await open()
  const cutOff = first.ask('go')
  await expect.poll(() => done).toEqual([1])
  const [second, third] = [await open(), await open()]
  await second.stop()
  await expect(third.resume().turn).rejects.toMatchObject({ code: 'journal-conflict' })
  expect(done).toEqual([1])
  await Promise.allSettled([first.stop(), cutOff])
})

test('no step begins past a limit after an approval', async () => {
  const { open, prompts } = desk([act()], {
    ...acting(() => 'ok', { approve: true }),
    limits: { session: { steps: 1 } },
  })
  const session = await open()
  await session.ask('go')
  expect(await session.approve({ step: 0 }).turn).toMatchObject({ end: 'limit', limit: 'session.steps' })
  expect(prompts).toHaveLength(1)
})

test('what is said beside a call that is approved is said once', async () => {
  const both = { state_patch: {}, action: { reply: 'One moment.', act: {} } }
  const { open } = desk([both, say('Done.')], {
    ...acting(() => 'ok', { approve: true }),
    replyWithTools: true,
  })
  const session = await open()
  const events: AgentEvent[] = await Array.fromAsync(session.send('go'))
  events.push(...(await Array.fromAsync(session.approve({ step: 0 }))))
  const texts = events.map((event) => (event.type === 'reply' ? event.text : ''))
  expect(texts.filter((text) => text !== '')).toEqual(['One moment.', 'Done.'])
})

test('a tool that changes its input changes nothing of what is on record', async () => {
  const execute = ((input: { list: string[] }) => input.list.push('b')) as () => unknown
  const { open, prompts } = desk([act({ list: ['a'] }), say('Done.')], acting(execute))
  await (await open()).ask('go')
  expect(prompts[1]).toContain('- done: act {"list":["a"]}')
})

test('a stop while it is found out whether a call must be approved leaves it undone', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<boolean>()
  const approve = (): Promise<boolean> => {
    asked.resolve()
    return answer.promise
  }
  const done: number[] = []
  const { open, prompts } = desk(
    [act(), say('Fine.')],
    acting(() => done.push(1), { approve }),
  )
  const session = await open()
  const { turn } = session.send('go')
  await asked.promise
  const stopped = session.stop()
  answer.resolve(false)
  await stopped
  expect((await turn).end).toBe('stopped')
  await session.ask('well?')
  expect(prompts[1]).toContain('The call of act was not made.')
  expect(done).toEqual([])
})

test.each([
  ['throws nothing', () => Promise.reject(undefined), 'undefined'],
  ['throws at once', Promise.reject.bind(Promise, new Error('down')), 'down'],
  ['gives nothing', () => undefined, 'model listed gave a response without a text'],
  ['gives no text', () => ({ text: 5, usage: {} }), 'model listed gave a response without a text'],
])('a model that %s leaves the message open', async (_, reply, reason) => {
  const session = await desk([reply, say('Hello.')]).open()
  expect(await session.ask('one')).toMatchObject({ end: 'failed', resumable: true, reasons: [reason] })
  expect(await session.resume().turn).toMatchObject({ end: 'replied', reply: 'Hello.' })
})

test.each([undefined, 5, '', ' \n'])('the message %j is rejected in one line', async (text) => {
  const session = await desk([say('Hello.')]).open()
  await expect(session.ask(text as string)).rejects.toThrow(/^a message needs a text$/)
})

test('no approval or result of a step that was taken back meets another call', async () => {
  const asking = desk(
    [act(), say('Hello.'), act()],
    acting(() => 'done', { approve: () => true }),
  )
  const first = await asking.open()
  const { approval } = await first.ask('Act.')
  const step = approval?.step ?? -1
  await first.close()
  undo(memoryJournal(asking.records), 0)
  const session = await asking.open()
  await session.ask('Hello.')
  const later = await session.ask('Act.')
  expect(later.approval).toMatchObject({ tool: 'act' })
  expect(later.approval?.step).toBeGreaterThan(step)
  await expect(session.approve({ step }).turn).rejects.toThrow(`step ${step} does not wait for an approval`)
  await expect(session.deny({ step, reason: 'No.' }).turn).rejects.toThrow('does not wait')
})

test('what was said in steps that were taken back is no part of the conversation, and what was said before is', async () => {
  const speaking = desk([say('To one.'), say('To two.'), say('To three.')])
  const first = await speaking.open()
  for (const text of ['one', 'two', 'three']) await first.ask(text)
  await first.close()
  undo(memoryJournal(speaking.records), 1)
  const session = await speaking.open()
  expect(session.messages(9).map(({ text }) => text)).toEqual(['one', 'To one.', 'two'])
})

test('the reply of a turn is that of the last one, if an outage has left several', async () => {
  const down = (): never => {
    throw new Error('The provider is down.')
  }
  const session = await desk([down, down, say('To one.'), say('To two.')]).open()
  expect(await session.ask('one')).toMatchObject({ end: 'failed', resumable: true })
  expect(await session.ask('two')).toMatchObject({ end: 'failed', resumable: true })
  expect(await session.resume().turn).toMatchObject({ end: 'replied', reply: 'To two.' })
  expect(session.messages(2)).toEqual([
    { by: 'agent', text: 'To one.' },
    { by: 'agent', text: 'To two.' },
  ])
})

test('what is said in a turn is one reply, in the order in which it was said', async () => {
  const both = { state_patch: {}, action: { act: {}, reply: 'I look.' } }
  const session = await desk([both, say('It is there.')], {
    ...acting(() => 'found'),
    replyWithTools: true,
  }).open()
  const turn = await session.ask('Where is it?')
  expect(turn).toMatchObject({ end: 'replied', reply: 'I look.\n\nIt is there.' })
})

test('results that the program gives to several calls share the room of one', async () => {
  const calls = { state_patch: {}, action: { calls: [{ act: { at: 1 } }, { act: { at: 2 } }] } }
  const asked = {
    tools: { act: { description: 'Acts.', input: { type: 'object' } } } as never,
    maxResultChars: 2_000,
  }
  const { prompts, open } = desk([calls, say('Done.')], asked)
  const session = await open()
  await session.ask('Both')
  const [first, second] = session.requests
  await session.answer({ step: 0, call: first?.call, result: 'a'.repeat(5_000) }).turn
  await session.answer({ step: 0, call: second?.call, result: 'b'.repeat(5_000) }).turn
  const shown = prompts[1] ?? ''
  for (const [letter, handle] of [
    ['a', 'result-0-0'],
    ['b', 'result-0-1'],
  ] as const) {
    expect(shown).toContain(handle)
    const length = shown.match(new RegExp(`${letter}{20,}`, 'g'))?.join('').length ?? 0
    expect(length).toBeGreaterThan(500)
    expect(length).toBeLessThanOrEqual(1_000)
  }
})

test('a turn that has no reply does not repeat the one before', async () => {
  const down = (): never => {
    throw new Error('The provider is down.')
  }
  const session = await desk([say('Yes.'), down]).open()
  expect((await session.ask('one')).reply).toBe('Yes.')
  expect(await session.ask('two')).toMatchObject({ end: 'failed', reply: '', output: undefined })
  expect(await session.resume().turn).toMatchObject({ end: 'failed', reply: '' })
})

test('what was undone is told before that it was repeated', async () => {
  const failing = acting(() => {
    throw new Error('closed')
  })
  const again = act({}, { name: 'Ada' })
  const { prompts, open } = desk([again, again, again, say('No.')], { ...failing, commit: 'after-accept' })
  await (await open()).ask('Do it')
  expect(prompts[3]).toMatch(/Notice[^\n]*Your state patch was undone[\s\S]*The same action was taken before/)
})

test('a notice of the sender is shown with its message, and with no other', async () => {
  const { prompts, open } = desk([say('Yes.')])
  const session = await open()
  await session.ask('Hello', { notice: 'The user is on the page of orders.' })
  await session.ask('Well?')
  expect(prompts.map((prompt) => prompt.includes('The user is on the page of orders.'))).toEqual([
    true,
    false,
  ])
})

test('what a message adds to the journal does not depend on how many others wait', async () => {
  const bytes = async (count: number): Promise<number> => {
    const { records, open } = desk([say('Yes.')])
    const session = await open()
    const turns = Array.from({ length: count }, (_, at) => session.send(`${at}`.padEnd(100)).turn)
    await Promise.all(turns)
    return records.reduce((sum, { body }) => sum + body.length, 0) / count
  }
  expect(await bytes(2_000)).toBeLessThan((await bytes(200)) * 1.1)
})

test('a result is folded, also without an open turn', async () => {
  const position = { state: State }
  const view = { maxMessageChars: 99, maxResultChars: 99 }
  const compose = composing({ journal: { position }, agent: { view } } as never)
  const acted = { action: { act: {} }, before: { text: '{}' } } as never
  const { observation } = compose(acted, { text: 'a\nResult: b', done: false }, false)
  expect(observation.text).toContain('Result: a\n> Result: b')
})

test('a long message that cannot be kept ends its turn, and is played once it can be', async () => {
  const kept = memoryResults()
  let isFull = true
  const keep = (handle: string, text: string): void => {
    if (isFull) throw new Error('the disk is full')
    kept.keep(handle, text)
  }
  const store = { open: () => ({ journal: memoryJournal(), results: { ...kept, keep }, close: () => {} }) }
  const model = { id: 'one', generate: async () => ({ text: '{"action":{"reply":"Hi."}}' }) as never }
  const made = agent({ model, instructions: 'Help.', state: State, tools: {}, onWarning: () => {} })
  const session = await made.open({ id: 'a', store })
  const long = await session.ask('long '.repeat(2_000))
  expect(long).toMatchObject({ end: 'failed', resumable: true, reasons: ['the disk is full'] })
  isFull = false
  expect(await session.resume().turn).toMatchObject({ end: 'replied', reply: 'Hi.' })
})
