import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { actionSourceOf, memberSource } from './action-source.ts'
import { parseReply } from './parse-reply.ts'
import { actionReader } from './read-action.ts'

test.each([
  ['{"amount": 250.0}', true],
  ['{"amount": 12345678901234567890}', true],
  ['{"2": 1, "1": 2}', true],
  ['{ "amount" : 250 , "of": [ "a b\\" {" ] }', false],
  ['{"note": "caf\\u00e9"}', true],
])('of %j something is lost: %j', (json, lost) => {
  expect(actionSourceOf(json, JSON.parse(json))).toBe(lost ? json : undefined)
})

test('an action of 100,000 levels is rejected, as any other that is nested too deeply', async () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  const parsed = parseReply(`{"state_patch": {}, "action": ${deep}}`)
  const action = parsed.ok ? parsed.value.action : undefined
  expect(actionReader({ actionSchema: { type: 'object' } })(action)).toMatchObject({ ok: false })
})

test('a text has no source', () => {
  expect(actionSourceOf('"250.0"', '250.0')).toBeUndefined()
})

describe('the value of a member', () => {
  it('is found for any JSON object', () => {
    const names = fc.constantFrom('action', 'a', 'state_patch', '"', '}')
    const value = fc.jsonValue({ maxDepth: 3 })
    const object = fc.dictionary(names, value, { minKeys: 1, noNullPrototype: true })
    fc.assert(
      fc.property(object, fc.constantFrom(0, 2), (member, indent) => {
        const json = JSON.stringify(member, null, indent)
        for (const [name, each] of Object.entries(member)) {
          expect(JSON.parse(memberSource(json, name) ?? '')).toEqual(JSON.parse(JSON.stringify(each)))
        }
        expect(memberSource(json, 'absent')).toBeUndefined()
      }),
    )
  })
})

test('a reply keeps the text of its action', () => {
  const block = '{"state_patch": {"action": 1.0}, "action": {"pay": [250.0, 1]}}'
  expect(parseReply(`Because.\n\`\`\`json\n${block}\n\`\`\``)).toMatchObject({
    ok: true,
    value: { action: { pay: [250, 1] }, actionSource: '{"pay": [250.0, 1]}' },
  })
  const plain = parseReply(block.replaceAll('.0', ''))
  expect(plain.ok && plain.value).not.toHaveProperty('actionSource', expect.anything())
})
