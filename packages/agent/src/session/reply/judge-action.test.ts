import type { JsonObject } from '@skill-state/protocol'
import { ToolWorld } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { actionJudge } from './judge-action.ts'

const properties = { id: { type: 'string' }, count: { type: 'integer' }, day: { type: 'string' } }
const input: JsonObject = { type: 'object', properties, required: ['id'], additionalProperties: false }
const tools = { find: { description: 'Finds.', input, execute: () => 'ok' } }

function judge(action: unknown, conversation: 'replies' | 'with-tools' = 'replies'): unknown {
  const { actionSchema } = new ToolWorld({ tools, conversation, actions: 'map' })
  const judged = actionJudge(actionSchema, conversation === 'with-tools')(action as never)
  return judged.ok ? 'accepted' : judged.issues.map(({ path, message }) => `${path} ${message}`)
}

const anObject =
  '/action expected an object with one key, the name of the action: {"reply": "<text>"} answers the user'

test.each<[unknown, 'replies' | 'with-tools', unknown]>([
  [{ find: { id: 'a' } }, 'replies', 'accepted'],
  [{ reply: 'Yes.' }, 'replies', 'accepted'],
  [{ reply: 'Yes.' }, 'with-tools', 'accepted'],
  [{ find: { id: 'a' }, reply: 'I look.' }, 'with-tools', 'accepted'],
  [
    { find: { id: 'a' }, reply: 'I look.' },
    'replies',
    ['/action expected one action, found "find" and "reply"'],
  ],
  [
    { find: {}, read_result: {}, reply: 'a' },
    'with-tools',
    ['/action expected one action, found "find" and "read_result"'],
  ],
  [{}, 'replies', [anObject]],
  [{}, 'with-tools', [anObject]],
  ['find', 'replies', [anObject]],
  [[], 'replies', [anObject]],
  [{ look: {} }, 'replies', ['/action there is no action "look": expected one of find, read_result, reply']],
  [
    { ['x'.repeat(80)]: {} },
    'replies',
    [`/action there is no action "${'x'.repeat(60)}": expected one of find, read_result, reply`],
  ],
])('judges %j in a conversation with %s', (action, conversation, expected) => {
  expect(judge(action, conversation)).toEqual(expected)
})

test('says of an input what is wrong with it, in two reasons at most', () => {
  expect(judge({ find: { count: 'two', day: 1, more: true } })).toHaveLength(2)
  expect(judge({ find: {} })).toEqual([expect.stringMatching(/^\/action\/find\S* /)])
})
