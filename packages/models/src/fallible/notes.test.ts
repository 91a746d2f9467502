import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NoteForm, readNotes, writeNotes } from './notes.ts'

const name = fc.stringMatching(/^[a-z]{1,4}_[a-z0-9]{1,4}$/)
const fact = fc.oneof(
  name,
  fc.integer(),
  fc.string(),
  fc.record({ branch: name, files: fc.array(fc.string()), 'ci run': fc.string() }, { requiredKeys: [] }),
)
const plainField = fc.stringMatching(/^[a-z]{1,5}$/)
const state = fc.dictionary(plainField, fc.oneof(fc.dictionary(name, fact), fc.integer(), name))

/** Maps without entries say nothing. */
const filled = (given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => JSON.stringify(value) !== '{}'))

test.each(['sentences', 'dense', 'json'] as const)('notes in the form %s are read as written', (form) => {
  fc.assert(
    fc.property(state, (given) => {
      const asJson = JSON.parse(JSON.stringify(given)) as JsonObject
      const text = `Because.\n${writeNotes(asJson, form)}\nAction: Wait`
      expect(filled(readNotes(text) ?? {})).toEqual(filled(asJson))
    }),
  )
})

test('dense notes say once what all names begin with', () => {
  const dense = (given: JsonObject): string => writeNotes(given, 'dense')
  expect(dense({ inventory: { shelf_4: 'item_7', shelf_12: 'item_3' } })).toBe(
    'Notes: inventory shelf_*=item_* 4=7 12=3',
  )
  expect(dense({ prs: { pr_3: { branch: 'kite', files: ['a.ts', 'b.ts'] }, pr_4: { ci: 'passed' } } })).toBe(
    'Notes: prs pr_*=*branch|files|ci 3=kite|+a.ts+b.ts| 4=||passed',
  )
})

test.each<NoteForm>(['sentences', 'dense', 'json'])('notes in the form %s keep to a limit', (form) => {
  const tags = Object.fromEntries(
    Array.from({ length: 9 }, (_, guest) => [`guest_${guest}`, `${1000 + guest}`]),
  )
  const whole = writeNotes({ tags }, form)
  const cut = writeNotes({ tags }, form, whole.length - 1)
  expect(cut.length).toBeLessThan(whole.length)
  const { guest_0: _, ...newer } = tags
  expect(readNotes(cut)).toEqual({ tags: newer })
})

test('a reply without notes has none', () => {
  expect(readNotes('I store it.\nAction: Store item_1 shelf_2')).toBeUndefined()
})
