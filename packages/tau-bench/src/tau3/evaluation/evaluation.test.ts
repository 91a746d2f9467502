import { describe, expect, test } from 'vitest'
import { args, writeData } from '../../../test/tau3/small-data.ts'
import { Conversation, type Limits, officialLimits, type Turn } from '../conversation/conversation.ts'
import { loadTau3 } from '../load.ts'
import { passHatK } from '../replay/replay-results.ts'
import { evaluate } from './evaluate.ts'

const domain = loadTau3(writeData(), 'banking_knowledge', { variant: 'no_knowledge' })
const task = firstOf(domain.tasks)

function firstOf<Value>([first]: readonly Value[]): Value {
  if (first === undefined) throw new Error('the list is empty')
  return first
}

const calls = (...names: string[]): Turn => ({ calls: names.map((name) => ({ name, arguments: new Map() })) })
const say = (content: string): Turn => ({ content })

/** Takes turns, the user's first, until the conversation is over. */
function converse(turns: readonly Turn[], limits: Partial<Limits> = {}): Conversation {
  const conversation = new Conversation(domain.open(task), {
    ...officialLimits,
    ...limits,
  })
  for (const turn of turns) if (conversation.next !== undefined) conversation.take(turn)
  return conversation
}

describe('a conversation ends', () => {
  test.each(['###STOP###', 'bye ###TRANSFER###', '###OUT-OF-SCOPE### x'])('when the user says %s', (line) => {
    expect(converse([say(line)]).end).toBe('user_stop')
  })

  test('after so many hand-overs, once the environment has answered', () => {
    const { end, steps } = converse([say('Hi'), calls('get_current_time'), say('x')], { maxSteps: 2 })
    expect([end, steps]).toEqual(['max_steps', 3])
  })

  test('after so many errors of both sides, whatever was said in the same step', () => {
    const { end, errors } = converse([say('Hi'), calls('a', 'b', 'c')], { maxErrors: 3 })
    expect([end, errors]).toEqual(['too_many_errors', 3])
  })

  test('with text beside calls, if that is checked', () => {
    const turn = { content: 'x', ...calls('get_current_time') }
    expect(converse([say('Hi'), turn], { strict: true }).end).toBe('agent_error')
    expect(converse([say('Hi'), turn]).end).toBeUndefined()
  })
})

test('only the user can stop, and not in a message with calls', () => {
  expect(converse([say('Hi'), say('###STOP###')]).end).toBeUndefined()
  expect(converse([{ content: '###STOP###', ...calls('x') }]).end).toBeUndefined()
})

test('a turn of nothing raises', () => {
  expect(() => converse([say(' ')])).toThrow('UserMessage must have either content or tool_calls')
  expect(() => converse([say('Hi'), { calls: [] }])).toThrow('list index out of range')
})

test('an action is matched by its name and the arguments that count', () => {
  const wanted = { requestor: 'assistant', name: 'x', arguments: args({ a: 1n, b: '{"c": 1}' }) } as const
  const match = (compare: readonly string[] | undefined, given: object): boolean | undefined => {
    const own = {
      ...task,
      actions: [{ ...wanted, compare }],
      basis: ['ACTION'] as const,
    }
    const messages = [
      { role: 'assistant', calls: [{ name: 'x', arguments: args(given) }] },
      { role: 'tool', requestor: 'assistant', content: "Error: Tool 'x' not found.", error: true },
    ] as const
    return evaluate(domain, own, { messages, end: 'user_stop' }).actions[0]
  }
  expect(match(undefined, {})).toBe(true)
  expect(match(undefined, { a: 1 })).toBe(true)
  expect(match(undefined, { a: true, b: '{"c":1}' })).toBe(false)
  expect(match(['a'], { a: 1n, b: 'other' })).toBe(true)
  expect(match(['a'], {})).toBe(false)
  expect(match([], { z: 1 })).toBe(true)
})

test('an end that is no stop is reward 0 without parts', () => {
  const { reward, breakdown } = evaluate(domain, task, { messages: [], end: 'max_steps' })
  expect([reward, breakdown.size]).toEqual([0, 0])
})

test('pass^k is the share of k trials that all succeed', () => {
  const tasks = [
    [true, true, false, false],
    [true, true, true, true],
  ]
  expect([1, 2, 3].map((k) => passHatK(tasks, k))).toEqual([0.75, (1 / 6 + 1) / 2, 0.5])
  expect(passHatK(tasks, 5)).toBeUndefined()
})
