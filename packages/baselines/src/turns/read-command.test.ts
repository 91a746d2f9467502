import { expect, it } from 'vitest'
import { commandReader } from './read-command.ts'

const read = commandReader({})

it.each([
  ['Action: Wait', 'Wait', ''],
  ['First.\nSecond.\nAction: Store item_1 shelf_2', 'Store item_1 shelf_2', 'First.\nSecond.'],
  ['Action: old\nNo.\nAction: new', 'new', 'Action: old\nNo.'],
  ['**Action:** Wait', 'Wait', ''],
  ['**Action**: `ls -la`', 'ls -la', ''],
  ['**Action: Wait**', 'Wait', ''],
  ['  Action:`Wait`  \nDone.', 'Wait', ''],
  ['Action: echo `date` `id`', 'echo `date` `id`', ''],
  ['Action: ls **', 'ls **', ''],
  ['Why\r\nAction: go\r\n', 'go', 'Why'],
  ['Action: a: b: Action: c', 'a: b: Action: c', ''],
])('%j', (reply, action, reasoning) => {
  expect(read(reply)).toEqual({ ok: true, value: { reasoning, action } })
})

it.each(['', 'I would wait.', 'My Action: Wait', 'action Wait'])('cannot read %j', (reply) => {
  expect(read(reply)).toMatchObject({ ok: false, mistake: 'syntax', issues: [{ path: '' }] })
})

it.each(['Action:', 'Go.\nAction: ` `', '**Action:**'])('rejects the empty command of %j', (reply) => {
  expect(read(reply)).toMatchObject({ ok: false, mistake: 'action' })
})

it('reads JSON if the environment declares a schema', () => {
  const readJson = commandReader({ actionSchema: { type: 'object', required: ['name'] } })
  expect(readJson('Action: {"name":"go"}')).toMatchObject({ ok: true, value: { action: { name: 'go' } } })
  expect(readJson('Action: {"name"')).toMatchObject({ ok: false, mistake: 'action' })
})
