import { expect, test } from 'vitest'
import { type Entry, Messages } from './transcript.ts'

const user = (text: string): Entry => ({ by: 'user', text })

test('a message that was seen in an earlier transcript is not digested again', () => {
  const seen = new Messages()
  const first = [...seen.of([user('A'), { by: 'assistant', text: 'Yes.' }, user('B')])]
  const second = [...seen.of([user('A'), { by: 'assistant', text: 'Yes.' }, user('B'), user('C')])]
  expect(second).toHaveLength(3)
  for (const [index, place] of first.entries()) expect(second[index]).toBe(place)
})

test.for([
  ['edited', [user('A'), user('X'), user('C')]],
  ['left out', [user('A'), user('C')]],
  ['of another id', [user('A'), { ...user('B'), id: 'b' }, user('C')]],
] as const)(
  'if a message is %s, it and those after it are digested as in a new transcript',
  ([, transcript]) => {
    const seen = new Messages()
    const before = [...seen.of([user('A'), user('B'), user('C')])]
    const after = seen.of(transcript)
    expect(after).toEqual(new Messages().of(transcript))
    expect(after[0]).toBe(before[0])
    expect(after[1]?.id).not.toBe(before[1]?.id)
  },
)

test('after other earlier entries, all messages are digested again', () => {
  const seen = new Messages()
  const earlier = { id: 'before', count: 2, sizes: 'u1 a1' }
  const [alone] = seen.of([user('A')])
  const [later] = seen.of([user('A')], earlier)
  expect(later).toEqual(new Messages().of([user('A')], earlier)[0])
  expect(later?.id).not.toBe(alone?.id)
})
