import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readStateUpdates } from './read-state-updates.ts'

it.each([
  ['StateUpdate: {"a": 1}', [{ a: 1 }]],
  ['Why.\nStateUpdate: {"a": {"b": {"c": null}}}\nAction: go', [{ a: { b: { c: null } } }]],
  ['**StateUpdate:** {"a": 1}', [{ a: 1 }]],
  ['**StateUpdate**: {"a": 1}', [{ a: 1 }]],
  ['**StateUpdate: {"a": 1}**', [{ a: 1 }]],
  ['`StateUpdate`: `{"a": 1}`', [{ a: 1 }]],
  ['StateUpdate:\n```json\n{\n  "a": 1\n}\n```\nAction: go', [{ a: 1 }]],
  ['```\nStateUpdate: {"a": 1}\n```', [{ a: 1 }]],
  ['StateUpdate:\n\n~~~\n{"a": 1}\n~~~', [{ a: 1 }]],
  ['So StateUpdate: {"a": 1} and go.\nAction: go', [{ a: 1 }]],
  ['StateUpdate: {"a": 1}\nStateUpdate: {"a": null}', [{ a: 1 }, { a: null }]],
  ['StateUpdate: {"a": "} StateUpdate: {\\"x\\": 1} \\\\"}', [{ a: '} StateUpdate: {"x": 1} \\' }]],
  ['StateUpdate: {}', [{}]],
  ['State Update: {"a": 1}', [{ a: 1 }]],
  ['state_update: {"a": 1}', [{ a: 1 }]],
  ['stateupdate: {"a": 1}', [{ a: 1 }]],
  ['STATE_UPDATE: {"a": 1}', [{ a: 1 }]],
  ['Why.\n**State Update:** ```json\n{"a": 1}\n```\nAction: go', [{ a: 1 }]],
  ['`state_update`: {"a": 1}', [{ a: 1 }]],
  ['state_update: {"a": 1}\nStateUpdate: {"b": 2}', [{ a: 1 }, { b: 2 }]],
  ['StateUpdate : {"__proto__": 1}', [JSON.parse('{"__proto__": 1}')]],
])('reads %j', (reply, updates) => {
  expect(readStateUpdates(reply)).toEqual(updates.map((value) => ({ ok: true, value })))
})

it.each([
  '',
  'Action: go',
  'MyStateUpdate: {"a": 1}',
  'my_state_update: {"a": 1}',
  'Restate Update: {"a": 1}',
  'State  Update: {"a": 1}',
  'State\nUpdate: {"a": 1}',
  'State-Update: {"a": 1}',
  'State__Update: {"a": 1}',
  'State Updates: {"a": 1}',
  'State Update {"a": 1}',
  'State: {"a": 1}',
  'Update: {"a": 1}',
  '{"state_update": {"a": 1}}',
  "{'state_update': {'a': 1}}",
  'State Update: none needed.',
  'The format of a state update: an object.',
  'I use the format StateUpdate: as asked.',
  'StateUpdate: none',
  '**StateUpdate:** No change.',
  '- StateUpdate: N/A',
  'StateUpdate:',
  'StateUpdate:\nAction: go',
])('finds no update in %j', (reply) => {
  expect(readStateUpdates(reply)).toEqual([])
})

it.each([
  ['StateUpdate: {"a": 1', 'not closed'],
  ['StateUpdate: {"a": "1}\nAction: go', 'not closed'],
  ["StateUpdate: {'a': 1}", 'not valid JSON'],
  ['StateUpdate: {"a": 1,}', 'not valid JSON'],
  ['Why.\n- **StateUpdate:** shelf_0 = item_1', 'shelf_0 = item_1'],
  ['StateUpdate: [1]', '[1]'],
  ['State Update: shelf_0 = item_1', 'shelf_0 = item_1'],
  ['state_update: {"a": 1', 'not closed'],
])('rejects %j', (reply, reason) => {
  const [update, ...others] = readStateUpdates(reply)
  expect(others).toEqual([])
  expect(update).toMatchObject({
    ok: false,
    issues: [{ path: '', message: expect.stringContaining(reason) }],
  })
})

it('reads on after an object that is not JSON, and not after one that never closes', () => {
  expect(readStateUpdates('StateUpdate: {a}\nStateUpdate: {"a": 1}')).toMatchObject([
    { ok: false },
    { ok: true },
  ])
  expect(readStateUpdates('StateUpdate: {\nStateUpdate: {"a": 1}')).toMatchObject([{ ok: false }])
})

it('reads any object between any texts', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string(),
        fc.json().map((text) => JSON.parse(text) as unknown),
      ),
      (update) => {
        const read = readStateUpdates(
          `Why {not}.\n**StateUpdate:** ${JSON.stringify(update, null, 1)}\nAction: go`,
        )
        expect(JSON.stringify(read)).toBe(JSON.stringify([{ ok: true, value: update }]))
      },
    ),
  )
})

it('never throws', () => {
  const piece = fc.oneof(
    fc.constantFrom('StateUpdate:', 'state_update:', '**', '```json\n', '{', '}', '"', '\\', '\n', ' '),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      expect(Array.isArray(readStateUpdates(pieces.join('')))).toBe(true)
    }),
  )
})

it.each(['StateUpdate: ', 'StateUpdate: x ', 'StateUpdate: {', 'State ', '\nStateUpdate: \n ', '{"'])(
  'ends on a million characters of %j',
  (piece) => {
    expect(readStateUpdates(piece.repeat(1_000_000 / piece.length)).length).toBeLessThan(100_000)
  },
)
