import { expect, test } from 'vitest'
import { pruneMessages } from './ai-sdk.ts'
import { clearToolUses, summarizeMessages, trimMessages } from './langchain.ts'
import { filterToolCalls, isTripWire, limitTokens } from './mastra.ts'
import type { PolicyMessage } from './policy.ts'

/** A message with a field of its own, as a recording has it. */
const system = { role: 'system', content: 'be kind', at: 0 } as const
const messages: readonly PolicyMessage[] = [
  system,
  { role: 'user', content: 'look' },
  {
    role: 'assistant',
    content: 'I look.',
    reasoning: 'two at once',
    calls: ['a', 'b'].map((id) => ({ id, name: `look_${id}`, arguments: { at: id } })),
  },
  { role: 'tool', callId: 'a', content: 'red', error: true },
  { role: 'tool', callId: 'b', content: 'green' },
  { role: 'assistant', content: 'Red.' },
]

const all = [
  clearToolUses(),
  summarizeMessages({ trigger: { messages: 100 }, summarize: String }),
  trimMessages({ maxTokens: 10_000 }),
  pruneMessages(),
  limitTokens({ limit: 10_000 }),
  filterToolCalls({ exclude: [] }),
]

test.each(all)('$id shows messages that it leaves alone as the same objects', async ({ show }) => {
  const shown = await show(messages)
  expect(shown).toHaveLength(messages.length)
  for (const [at, message] of shown.entries()) expect(message).toBe(messages[at])
  expect(await show([system, { role: 'user', content: 'hi' }])).toHaveLength(2)
})

test.each(all)('$id names the installed library', ({ id, library }) => {
  expect(id).toContain(`${library?.name} ${library?.version}`)
  expect(library?.version).toMatch(/^\d+\.\d+\.\d+/)
})

test('shows a changed message as a copy of its source, with what is left of it', async () => {
  const [, , called, result] = messages
  const cleared = await clearToolUses({
    trigger: { messages: 1 },
    keep: { messages: 1 },
    clearToolInputs: true,
  }).show(messages)
  expect(cleared[3]).toEqual({ ...result, content: '[cleared]', error: undefined, cleared: true })
  expect(cleared[2]?.calls?.map((call) => call.arguments)).toEqual([{}, { at: 'b' }])
  const pruned = await pruneMessages({ toolCalls: [{ type: 'all', tools: ['look_a'] }] }).show(messages)
  expect(pruned.map(({ callId }) => callId).filter(Boolean)).toEqual(['b'])
  expect(pruned[2]).toEqual({ ...called, calls: called?.calls?.slice(1) })
  const texts = (await filterToolCalls().show(messages)).map(({ content }) => content)
  expect(texts).toEqual(['be kind', 'look', 'I look.', 'Red.'])
  const partly = await trimMessages({ maxTokens: 2, allowPartial: true }).show([
    { role: 'user', content: 'one\ntwo\nfour' },
  ])
  expect(partly).toEqual([{ role: 'user', content: 'two\nfour' }])
})

test('a cleared result stays cleared, and is not cleared again by another edit', async () => {
  const edit = { trigger: { messages: 1 }, keep: { messages: 0 } }
  const once = await clearToolUses(edit).show(messages)
  const twice = await clearToolUses({ ...edit, placeholder: '-' }).show(once)
  expect(twice.map(({ content }) => content)).toEqual(once.map(({ content }) => content))
})

test('puts the summary first, then the same messages as before', async () => {
  const asked: string[] = []
  const policy = summarizeMessages({
    trigger: { messages: 6 },
    keep: { messages: 1 },
    summarize: (prompt) => {
      asked.push(prompt)
      return ' all red '
    },
  })
  const [summary, ...kept] = await policy.show(messages)
  expect(summary?.content).toMatch(/conversation to date:\n\nall red$/)
  expect(kept).toEqual([messages[5]])
  expect(kept[0]).toBe(messages[5])
  expect(asked[0]).toContain('System: be kind\nHuman: look')
})

test('tells that Mastra found no room from other errors', async () => {
  const error = await Promise.resolve(limitTokens({ limit: 1 }).show(messages)).catch(
    (error: unknown) => error,
  )
  expect(isTripWire(error)).toBe(true)
  expect(isTripWire(new Error('TripWire'))).toBe(false)
})
