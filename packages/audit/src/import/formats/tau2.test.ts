import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import type { Episode } from '../../episode.ts'
import { Conversation } from './parts/conversation.ts'
import { tau2 } from './tau2.ts'

function read(record: JsonObject): Episode {
  const conversation = new Conversation()
  return conversation.episode(tau2.read(record, conversation))
}

const call = (id: string, name: string) => ({ id, name, arguments: { key: 'value' }, requestor: 'assistant' })

test('the agent sees no check of the user simulator', () => {
  const episode = read({
    task_id: 7,
    reward_info: { reward: 0.5 },
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'user', content: null, tool_calls: [{ ...call('u1', 'check'), requestor: 'user' }] },
      { role: 'tool', id: 'u1', content: 'go on', requestor: 'user' },
      { role: 'assistant', content: null, tool_calls: [call('a1', 'look')] },
      { role: 'tool', id: 'a1', content: 'seen', requestor: 'assistant', error: true },
      { role: 'tool', id: 'zz', content: 'whose?', requestor: 'assistant' },
    ],
  })
  expect(episode).toMatchObject({ taskId: '7', reward: 0.5, notShown: 2 })
  expect(episode.messages.map(({ role, tool }) => tool ?? role)).toEqual([
    'user',
    'assistant',
    'look',
    'unknown',
  ])
  expect(episode.messages[2]?.error).toBe(true)
})

test('arguments in a JSON string are parsed, and what is odd is noted once', () => {
  const episode = read({
    reward_info: null,
    messages: [
      { role: 'oracle', content: 'hm' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'look', arguments: '{"at":"door"}' }] },
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'open', arguments: 'not json' }] },
      { role: 'assistant', content: 'Done' },
    ],
  })
  expect(episode.messages[1]?.calls?.[0]?.arguments).toEqual({ at: 'door' })
  expect(episode.messages[2]?.calls?.[0]?.arguments).toBe('not json')
  expect(episode.notes).toEqual([
    'a message has the unknown role "oracle"; left out',
    'two calls have the id "a"; results go to the later one',
    '1 calls have no result, such as "a"',
  ])
})

test.each([
  [{ messages: 'none', reward_info: {} }, /"messages" is not a list/],
  [{ messages: [{ role: 'user', content: 5 }] }, /content of a message/],
  [{ messages: [{ role: 'assistant', content: '', tool_calls: [{ id: 'a' }] }] }, /has no name/],
])('a record that breaks the format is damaged', (record, message) => {
  expect(() => read(record)).toThrow(message)
})
