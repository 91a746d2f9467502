import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Inbox } from './inbox.ts'

const change = fc.oneof(
  fc.record({ of: fc.nat(), add: fc.nat() }),
  fc.record({ of: fc.nat(), from: fc.constantFrom(0, 0, 1, 3), count: fc.constantFrom(0, 1, 1, 2, 50) }),
)

test('every inbox stays as it was made, whatever is made of it and of those before it', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const first = { inbox: Inbox.EMPTY, messages: [] as readonly { text: string }[] }
      const made = [first]
      for (const each of changes) {
        const { inbox, messages } = made.at(-1 - (each.of % 4)) ?? first
        if ('add' in each) {
          const message = { text: `${each.add}` }
          made.push({ inbox: inbox.with(message), messages: [...messages, message] })
        } else {
          const from = Math.min(each.from, messages.length)
          const count = Math.min(each.count, messages.length - from)
          made.push({ inbox: inbox.without(from, count), messages: messages.toSpliced(from, count) })
        }
      }
      const all = made.flatMap(({ messages }) => messages)
      for (const { inbox, messages } of made) {
        expect([...inbox]).toEqual(messages)
        expect(inbox.length).toBe(messages.length)
        expect(JSON.stringify(inbox)).toBe(JSON.stringify(messages))
        expect([0, 1, messages.length].map((at) => inbox.at(at))).toEqual(
          [0, 1, messages.length].map((at) => messages[at]),
        )
        expect(all.map((each) => inbox.indexOf(each))).toEqual(all.map((each) => messages.indexOf(each)))
      }
    }),
  )
})
