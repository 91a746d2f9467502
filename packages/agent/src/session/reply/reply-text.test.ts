import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAgentReply } from './read-reply.ts'
import { PlainText, ReplyText } from './reply-text.ts'

const form = { actions: ['reply', 'refund'] }

function stream(text: string, size: number, mayStream?: (answer: string) => boolean): string {
  const reply = new ReplyText(mayStream)
  let said = ''
  for (let at = 0; at < text.length; at += size) said += reply.add(text.slice(at, at + size))
  return said
}

const json = (text: string): string =>
  JSON.stringify({ state_patch: { reply: 'no', a: ['"action"'] }, action: { reply: text } })
const said = fc.string({ unit: 'binary', maxLength: 60 })

test.each([
  ['a block', (text: string) => `I think "so" {.\n\`\`\`json\n${json(text)}\n\`\`\``],
  ['an object', json],
])('gives the reply of %s, whatever it says and however it is cut', (_, write) => {
  fc.assert(
    fc.property(said, fc.integer({ min: 1, max: 9 }), (text, size) => {
      expect(stream(write(text), size)).toBe(text.toWellFormed() === text ? text : stream(write(text), 1))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  [String.raw`a\"\\\/\b\f\n\r\tb`, 'a"\\/\b\f\n\r\tb'],
  [String.raw`\u00e9\u00E9\ud83d\ude00`, 'éé😀'],
  [String.raw`a\xb\uZZZZc\u00g0d`, 'abcd'],
])('reads the escapes of %s, however it is cut', (written, expected) => {
  for (const size of [1, 2, 3, 7, 99])
    expect(stream(`{"state_patch": {}, "action": {"reply": "${written}"}}`, size)).toBe(expected)
})

test.each(['a [link', 'code `x', 'a {', 'say <b>', '~~', 'state_patch', 'the action'])(
  'a reply in plain words is shown up to the piece %j, and no further',
  (piece) => {
    const reply = new PlainText()
    expect([reply.add('Well, '), reply.add(piece), reply.add('more')]).toEqual(['Well, ', '', ''])
  },
)

test('asks once whether the reply may be shown, with the answer up to it', () => {
  const asked: string[] = []
  const answer = json('Hello')
  expect(stream(answer, 4, (begun) => asked.push(begun) < 0)).toBe('')
  expect(asked).toEqual([answer.slice(0, -'Hello"}}'.length)])
})

test('never shows a part of another action or of the patch', () => {
  const hostile = fc.constantFrom(
    '"action"',
    '"reply"',
    ':',
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    '\\',
    '```',
    '\n',
    'x',
    '"action": {"reply": "',
    '"reply":{',
  )
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const read = readAgentReply(text, form)
      const shown = stream(text, 4)
      if (read.ok && !read.value.prose && shown !== '')
        expect(JSON.stringify(read.value.action)).toContain(JSON.stringify(shown).slice(1, -1))
    }),
    { numRuns: 5_000 },
  )
})

test.each(['"action"', '{"action":{"reply":', '[{"a":[', '{"state_patch": {}, "action": {"reply": "'])(
  '100 kB of %j in pieces of four characters take little time',
  (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    const begun = process.cpuUsage()
    stream(text, 4, (answer) => readAgentReply(answer, form).ok)
    readAgentReply(text, form)
    const { user, system } = process.cpuUsage(begun)
    // The figure of `scripts/measure-replies.ts` is below 100 ms; the old reader took minutes.
    expect((user + system) / 1_000).toBeLessThan(1_000)
  },
)

test('a text that is the reply itself is given up to what may be meant for the runtime', () => {
  const plain = new PlainText()
  expect(['Hello ', 'Ada.', ' I do {"refund"', ': 1} now.'].map((piece) => plain.add(piece)).join('')).toBe(
    'Hello Ada.',
  )
})
