import { expect, test } from 'vitest'
import { type AgentItem, asksForCompaction, removeAllTools, sessionInput, toAgentItems } from './session.ts'

const user: AgentItem = { type: 'message', role: 'user', content: 'u' }
const thought: AgentItem = { type: 'reasoning', text: 't' }
const call = (callId: string, name = 'look'): AgentItem => ({
  type: 'function_call',
  callId,
  name,
  arguments: {},
})
const result = (callId: string, output = 'r'): AgentItem => ({
  type: 'function_call_result',
  callId,
  name: 'look',
  output,
})

test('drops calls without a result and the reasoning before them, and no result', () => {
  const history = [thought, call('a'), user, thought, call('b'), result('b'), result('c')]
  expect(sessionInput(history, [user])).toEqual([user, thought, call('b'), result('b'), result('c'), user])
})

test('keeps the newest content of ids that come again, after a filter', () => {
  const history = [call('a', 'one'), result('a', '1'), call('a', 'two'), user, result('a', '2')]
  expect(sessionInput(history, [])).toEqual([call('a', 'two'), user, result('a', '2')])
  const filtered = sessionInput(history, [user], (items) => items.slice(0, 2))
  expect(filtered).toEqual(history.slice(0, 2))
})

test('makes items of a message, keeps texts alone, and asks for compaction at ten items', () => {
  const items = toAgentItems({
    role: 'assistant',
    content: '',
    reasoning: 't',
    calls: [{ id: 'a', name: 'look', arguments: {} }],
  })
  expect(items).toEqual([thought, call('a')])
  expect(removeAllTools([...items, user, result('a'), { type: 'compaction' }])).toEqual([
    user,
    { type: 'compaction' },
  ])
  expect(asksForCompaction([...Array(9).fill(thought), user])).toBe(false)
  expect(asksForCompaction(Array(10).fill(thought))).toBe(true)
})
