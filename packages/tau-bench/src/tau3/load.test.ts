import { expect, test } from 'vitest'
import { smallBank, writeData } from '../../test/tau3/small-data.ts'
import { smallShops } from '../../test/tau3/small-shop.ts'
import { loadTau3 } from './load.ts'

const whole = { ...smallBank(), ...smallShops() }

/** The error of a folder in which some parts are other ones, or missing. */
function errorOf(
  parts: Readonly<Record<string, string | undefined>>,
  domain: 'banking_knowledge' | 'airline' = 'banking_knowledge',
) {
  const kept = Object.entries({ ...whole, ...parts }).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text] as const],
  )
  try {
    loadTau3(writeData(Object.fromEntries(kept)), domain)
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const bank = 'banking_knowledge'
test.each([
  ['a missing file', { [`${bank}/db.json`]: undefined }, /db\.json cannot be read/],
  [
    'a damaged line',
    { [`${bank}/documents.jsonl`]: '{"id": "a", "title": "A", "content": "c"}\n{"id"\n' },
    /documents\.jsonl .*line 2: Expecting ':' delimiter/,
  ],
  [
    'a document without text',
    { [`${bank}/documents.jsonl`]: '{"id": "a", "title": "A"}\n' },
    /documents\.jsonl .*line 1: at content: it is missing/,
  ],
  ['a foreign table', { [`${bank}/db.json`]: '{"loans": {}}' }, /db\.json .*there is no table loans/],
  ['an invalid row', { [`${bank}/db.json`]: '{"users": {"data": {"u": 5}}}' }, /db\.json .*table users/],
  [
    'tools of another version',
    { [`${bank}/discoverable.json`]: '[]' },
    /discoverable\.json .*the tool example_agent_tool_0000 is missing/,
  ],
  ['invalid tasks', { [`${bank}/tasks.json`]: '[{"id": "x"}]' }, /tasks\.json .*at 0\.user_scenario/],
  ['a missing template', { [`${bank}/prompts/plain.md`]: undefined }, /plain\.md cannot be read/],
  [
    'text that is not UTF-8 JSON',
    { [`${bank}/tools.json`]: '\u0000' },
    /tools\.json .*Expecting value: line 1/,
  ],
])('%s is reported in one line that names the file and the place', (_what, parts, expected) => {
  const message = errorOf(parts)
  expect(message).toMatch(expected)
  expect(message).not.toContain('\n')
})

test('rows of another version are told with their key', () => {
  const damaged = (whole['airline/db.json'] ?? '').replace('"membership":"gold"', '"membership":"iron"')
  expect(errorOf({ 'airline/db.json': damaged }, 'airline')).toMatch(
    /airline\/db\.json .*users: the record ada_1 is not as in version 1\.0\.1: membership/,
  )
})

test('a variant that needs a service, or is unknown, is told with those that can be played', () => {
  const folder = writeData()
  expect(() => loadTau3(folder, 'banking_knowledge', { variant: 'alltools' })).toThrow(
    /needs a service .*bm25_grep/,
  )
  expect(() => loadTau3(folder, 'banking_knowledge', { variant: 'magic' })).toThrow(/no variant magic/)
})
