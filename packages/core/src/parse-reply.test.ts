import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseReply } from './parse-reply.ts'

const block = (action: string, patch = '{}'): string => `{"state_patch": ${patch}, "action": "${action}"}`

describe('reads the last complete block', () => {
  const cases: [string, string, string, unknown, unknown][] = [
    ['a fence', `I think.\n\`\`\`json\n${block('go')}\n\`\`\``, 'I think.', {}, 'go'],
    ['a fence without a language', `I think.\n\`\`\`\n${block('go')}\n\`\`\`\nDone.`, 'I think.', {}, 'go'],
    ['no fence', `I think. ${block('go')}`, 'I think.', {}, 'go'],
    ['nothing but the block', block('go'), '', {}, 'go'],
    ['the keys the other way round', '{"action":"go","state_patch":{"a":1}}', '', { a: 1 }, 'go'],
    ['further keys', '{"state_patch":{},"action":"go","why":{"x":[]}}', '', {}, 'go'],
    ['a lone brace in prose', `Sets {a, b are open.\n${block('go')}`, 'Sets {a, b are open.', {}, 'go'],
    ['closed braces in prose', `Set {a} and {}. ${block('go')}`, 'Set {a} and {}.', {}, 'go'],
    ['a lone quote in prose braces', `{it's 5" wide\n${block('go')}`, '{it\'s 5" wide', {}, 'go'],
    [
      'a draft before',
      `Draft: ${block('old')}\nFinal: ${block('new')}`,
      `Draft: ${block('old')}\nFinal:`,
      {},
      'new',
    ],
    ['prose after it', `${block('go')}\nThat {should} do, { I hope.`, '', {}, 'go'],
    ['braces in strings', block('say } { \\" }', '{"a":"}"}'), '', { a: '}' }, 'say } { " }'],
    [
      'both keys inside the patch too',
      block('out', `{"x":${block('in')}}`),
      '',
      { x: { state_patch: {}, action: 'in' } },
      'out',
    ],
    ['a wrapper', `{"reply": ${block('go')}}`, '{"reply":', {}, 'go'],
    ['an array of one', `[${block('go')}]`, '[', {}, 'go'],
    ['spaces before the colon', '{"state_patch" \n : {}, "action"\t: 5}', '', {}, 5],
    ['values of any kind', '{"state_patch": null, "action": ["x"]}', '', null, ['x']],
  ]
  it.each(cases)('%s', (_, text, reasoning, patch, action) => {
    expect(parseReply(text)).toEqual({ ok: true, value: { reasoning, patch, action } })
  })

  it('keeps __proto__ as an own key', () => {
    const result = parseReply('{"state_patch":{"__proto__":{"x":1}},"action":"go"}')
    expect(result.ok && Object.keys(result.value.patch as object)).toEqual(['__proto__'])
  })
})

it('finds any block after any prose that does not name the keys', () => {
  const piece = fc.constantFrom('{', '}', '"', '\\', '\n', '`', '```json\n', '[', ':', 'word', ' ', 'é', "'")
  const prose = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  const law = fc.property(
    prose,
    fc.jsonValue(),
    fc.jsonValue(),
    fc.boolean(),
    (text, patch, action, wide) => {
      const json = JSON.stringify({ state_patch: patch, action }, null, wide ? 2 : undefined)
      const result = parseReply(`${text}\n${json}\n\`\`\``)
      expect(JSON.stringify(result.ok && [result.value.patch, result.value.action])).toBe(
        JSON.stringify([patch, action]),
      )
    },
  )
  fc.assert(law, { numRuns: 1_000 })
})

describe('refuses', () => {
  it.each([
    ['an empty reply', ' \n', 'found an empty reply'],
    ['prose', 'I would wait.', 'found no such object'],
    ['an array', '[1, 2]', 'found no such object'],
    ['one key', '{"action": "go"}', 'found one with only "action"'],
    ['keys on different levels', '{"state_patch": {"action": "go"}}', 'found one with only'],
    ['keys that are values', '{"a": "state_patch", "b": "action"}', 'found no such object'],
    ['a cut-off block', '{"state_patch": {}, "action": "go"', 'not closed'],
    ['a cut-off string', '{"state_patch": {}, "action": "go', 'not closed'],
    ['a cut-off block after a draft', `${block('old')}\n{"state_patch": {"a": 1`, 'not closed'],
    ['a block cut off before its first key', `${block('old')}\n{"sta`, 'not closed'],
    ['a block inside a cut-off one', `{"state_patch": {"x": ${block('in')}`, 'not closed'],
    ['a trailing comma', '{"state_patch": {}, "action": "go",}', 'not valid JSON'],
    ['a bad block after a good draft', `${block('old')} {"state_patch": {}, "action": go}`, 'not valid JSON'],
    ['a raw line break in a string', '{"state_patch": {}, "action": "a\nb"}', 'not'],
    ['single quotes', "{'state_patch': {}, 'action': 'go'}", 'found no such object'],
  ])('%s', (_, text, message) => {
    expect(parseReply(text)).toEqual({
      ok: false,
      issues: [{ path: '', message: expect.stringContaining(message) }],
    })
  })
})

describe('takes linear time', () => {
  const size = 100_000
  it.each([
    '{',
    '}',
    '"',
    '`',
    '{}',
    '{"',
    '\\',
    '{"\\',
    '```json\n',
    '{ ',
    '{\n',
    '{"action":',
    '{"action" ',
    block('a'),
  ])('on 100 kB of %j', (unit) => {
    const text = unit.repeat(Math.ceil(size / unit.length))
    const start = performance.now()
    parseReply(text)
    parseReply(`${text}\n${block('go')}`)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
  it('on 20,000 blocks within each other', () => {
    const deep = ['{"state_patch":'.repeat(20_000), '{}', ',"action":"go"}'.repeat(20_000)].join('')
    const start = performance.now()
    expect(parseReply(deep).ok).toBe(true)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
