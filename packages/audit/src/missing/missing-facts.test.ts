import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { episodeOf, type Line } from '../../test/simulation.ts'
import { traceEpisode } from '../import/formats/trace.ts'
import { missingFacts, originsOf } from './missing-facts.ts'
import { missingLines } from './missing-lines.ts'

const begin: readonly Line[] = [
  { user: 'I am MB-4001, give me the novel.' },
  { agent: '', calls: [['find_member', { card: 'MB-4001' }]] },
  { result: { branch: 'branch_7', loans: ['copy_31'] } },
  { agent: 'At your branch?' },
  { user: 'Yes.' },
]
const right = episodeOf([
  ...begin,
  { agent: '', calls: [['lend', { copy: 'copy_31', branch: 'branch_7' }]] },
  { result: 'lent' },
])
const wrong = episodeOf([
  ...begin,
  { agent: '', calls: [['lend', { copy: 'copy_99', branch: 'branch_7' }]] },
  { result: 'Error: no such copy', error: true },
  { agent: '', calls: [['lend', { copy: 'copy_31', branch: 'branch_7' }]] },
  { result: 'Error: overdue', error: true },
])

test('a made-up value names its source, where it was last seen, and the field that would have held it', () => {
  const [bad, late, ...more] = missingFacts(wrong, originsOf([right, wrong]))
  expect(more).toEqual([])
  expect(bad).toEqual({
    call: 2,
    tool: 'lend',
    given: { copy: 'copy_99', branch: 'branch_7' },
    why: 'rejected',
    answer: 'Error: no such copy',
    facts: [
      {
        argument: '$.copy',
        given: 'copy_99',
        source: 'find_member:$.loans[]',
        lastSeen: { call: 1, values: ['copy_31'], shown: undefined },
        field: { name: 'copy', from: { tool: 'find_member', path: '$.loans[]' } },
      },
    ],
  })
  expect(late).toMatchObject({ call: 3, why: 'rejected', facts: [] })
  expect(missingLines([bad as never, late as never]).join('\n')).toContain(
    'find_member:$.loans[] last gave copy_31 at step 1, 1 step before; a field "copy" from find_member $.loans[] would have held it',
  )
})

test('what the prompt still showed is told apart from what it had dropped', () => {
  const origins = originsOf([right])
  const shown = (text: string) =>
    missingFacts(wrong, origins, { shownAt: () => text })[0]?.facts[0]?.lastSeen?.shown
  expect(shown('{"copies":["copy_31"]}')).toBe(true)
  expect(shown('{"copies":["copy_310"]}')).toBe(false)
})

test('right actions, values of the prompt and values that no call explains', () => {
  expect(missingFacts(right, originsOf([right]))).toEqual([])
  expect(missingFacts({ ...wrong, prompt: 'Try copy_99.' }, originsOf([right]))[0]?.facts).toEqual([])
  expect(missingFacts(wrong, originsOf([]))[0]?.facts[0]).toMatchObject({
    source: undefined,
    lastSeen: undefined,
  })
})

test('a command of a trace is read by its codes, and a user of τ-bench as a user', () => {
  const step = (index: number, action: JsonObject | string, text: string, refused = false): JsonObject => ({
    kind: 'step',
    index,
    action,
    result: { text, done: false, ...(refused && { refused }) },
  })
  const reset = (text: string): JsonObject => ({ kind: 'reset', observation: { text, done: false } })
  const good = traceEpisode([reset('crate_12 is on shelf_7'), step(0, 'pick crate_12', 'picked')])
  const bad = traceEpisode([
    reset('crate_14 is on shelf_7'),
    step(0, 'wait', 'ok'),
    step(1, 'pick crate_15', 'No.', true),
  ])
  expect(missingFacts(bad, originsOf([good]))).toMatchObject([
    { call: 1, facts: [{ given: 'crate_15', source: 'user', lastSeen: { call: 0, values: ['crate_14'] } }] },
  ])
  const talk = traceEpisode([
    reset('User: I am MB-1'),
    step(0, { respond: 'Hi' }, 'User: Hm'),
    step(1, { find: {} }, 'Tool: Error: no'),
  ])
  expect(talk.messages).toMatchObject([
    { role: 'user', content: 'I am MB-1' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'Hm' },
    { role: 'assistant' },
    { role: 'tool', content: 'Error: no', error: true },
  ])
})
