import { describe, expect, it } from 'vitest'
import { AWKWARD_REPLIES } from '../../test/awkward-replies.ts'
import { cpuTime } from '../../test/cpu-time.ts'
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

  it('takes the reasoning of a structured answer from the block', () => {
    const answer = '{"reasoning":"So I go.","state_patch":{},"action":"go"}'
    expect(parseReply(answer)).toMatchObject({ ok: true, value: { reasoning: 'So I go.' } })
    expect(parseReply(`First.\n${answer}`)).toMatchObject({ ok: true, value: { reasoning: 'First.' } })
  })

  it('keeps __proto__ as an own key', () => {
    const result = parseReply('{"state_patch":{"__proto__":{"x":1}},"action":"go"}')
    expect(result.ok && Object.keys(result.value.patch as object)).toEqual(['__proto__'])
  })
})

it('reads a key with an escape right after one that V8 mistakes it for', () => {
  const patch = (key: string): unknown => {
    const result = parseReply(`{"state_patch":{"a":1,${key}:0},"action":"go"}`)
    return result.ok && result.value.patch
  }
  for (let round = 0; round < 3; round += 1) {
    expect(patch('"\\\\"')).toEqual({ a: 1, '\\': 0 })
    expect(patch('"\\n"')).toEqual({ a: 1, '\n': 0 })
  }
})

describe('awkward replies', () => {
  it.each(AWKWARD_REPLIES)('$name', ({ text, expected }) => {
    const result = parseReply(text)
    const { patch, action } = result.ok ? result.value : {}
    expect(result.ok ? { patch, action } : 'refused').toEqual(expected)
  })
})

it('gives nothing else that the block has', () => {
  const { value } = parseReply('{"state_patch":{},"action":"go","expect":null}') as { value: unknown }
  expect(value).toEqual({ reasoning: '', patch: {}, action: 'go' })
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
    ['a bad block after a good draft', `${block('old')} {"state_patch": {}, "action": go}`, 'not valid JSON'],
    ['a key twice', '{"state_patch": {"a": 1, "a": 2}, "action": "go"}', 'each key once, found "a" twice'],
    [
      'a key twice in two spellings',
      '{"state_patch": {"a:": 1, "\\u0061:": 2}, "action": "go"}',
      'found "a:" twice',
    ],
    ['curly quotes', '{“state_patch”: {}, “action”: “go”}', 'use straight ones'],
    ['another answer in prose', `${block('old')} No: "action": "new"`, 'found "action" again after it'],
    ['two side by side', `[${block('a')}, ${block('b')}]`, 'give only the final one'],
    [
      'a block in one that lacks a key',
      `{"state_patch": {"sent": ${block('no')}}}`,
      'found one with only "state_patch"',
    ],
    ['a brace too many', `${block('go')}}`, 'bracket closed after it that was not opened'],
    ['an opened fence at the end', `${block('old')}\n\`\`\`json`, 'a code fence opened after it'],
    ['a broken block', '{"state_patch": {}; "action": "go"}', 'not valid JSON: unexpected "; '],
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
    "'",
    "{'",
    '["',
    `{"{'`,
    '{"\\"',
    '[',
    '[{',
    '{}{"',
    '"{',
    '"}',
    '{#',
    '{//',
    '{/*',
    '/*',
    '#\r',
    '{"a":1,',
    '{"a":"',
    '{"a":{',
    '{"a":[',
    '{a:',
    '["a",',
    `{"k":"{'k':'","k":"','k':'",`,
    '~~~\n',
    ': ',
    ', ',
    '"action"  ',
    '\n',
    ' ',
    '1',
    '\\u0061',
  ])('on 100 kB of %j', (unit) => {
    const text = unit.repeat(Math.ceil(size / unit.length))
    const used = cpuTime(() => {
      parseReply(text)
      parseReply(`${text}\n${block('go')}`)
      parseReply(`${block('go')}\n${text}`)
      parseReply(`{"state_patch":{"a":"${text}"},"action":"go",}`)
      parseReply(`{"state_patch":{},'action':${text}}`)
    })
    expect(used).toBeLessThan(1_000)
  })
  it('on 20,000 blocks within each other', () => {
    const deep = ['{"state_patch":'.repeat(20_000), '{}', ',"action":"go"}'.repeat(20_000)].join('')
    const used = cpuTime(() => {
      expect(parseReply(deep).ok).toBe(true)
    })
    expect(used).toBeLessThan(1_000)
  })
})
