import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

test('merge-alone prints a merge, its inverse, and the shallow merge, which loses what is omitted', () => {
  expect(linesOf('merge-alone')).toEqual([
    '{"shelves":{"s1":"eggs","s3":"milk"},"note":"count s2"}',
    '{"shelves":{"s3":null,"s2":"bread"}}',
    '{"shelves":{"s3":"milk"},"note":"count s2"}',
  ])
})

test('own-skill prints each action and the state after it', () => {
  expect(linesOf('own-skill')).toEqual([
    'Noted {"list":{"eggs":6}}',
    'Noted {"list":{"eggs":6,"bread":1}}',
    'Buy bread {"list":{"bread":1}}',
  ])
})

test('bounded-skill names the field without bound, then the longest prompt', () => {
  const [unbounded = '', bounded = '', keys] = linesOf('bounded-skill')
  const found = { path: '/lastError', reason: 'text of any length', fix: 'maxLength' }
  expect(JSON.parse(unbounded)).toEqual({ bounded: false, unbounded: [found] })
  const { promptChars, parts } = JSON.parse(bounded)
  expect(parts.observation).toBe(2_000)
  expect(promptChars).toBe(parts.fixed + parts.state + parts.observation)
  expect(keys).toBe('reasoning, state_patch, action')
})

test('guarded-skill rejects three patches with reasons, and takes one', () => {
  expect(linesOf('guarded-skill')).toEqual([
    expect.stringMatching(/^\/open\/o2: the patch deletes the string "desk" here, but the action/),
    '{"customer":"Ada","open":{"o2":"desk"},"log":["shipped o1"]}',
    expect.stringMatching(/^\/customer: expected the string "Ada", which is protected/),
    expect.stringMatching(/^\/open\/o2: expected the string "desk" to stay, since it is set once/),
  ])
})

test('precompiled-skill judges a state by validators that were compiled before', () => {
  expect(linesOf('precompiled-skill')).toEqual([
    '[{"path":"/count","message":"must be >= 0, found the number -1"}]',
  ])
})

test('resume-after-crash continues after a crash, books each trip once, and says where a value comes from', () => {
  const lines = linesOf('resume-after-crash')
  expect(lines.slice(0, -1)).toEqual([
    '0 Book Oslo',
    'crash: Rome is booked, and the user was not told',
    '2 Book Lima',
    '{"booked":{"Oslo":1,"Rome":1,"Lima":1}} episode-1/0 episode-1/1 episode-1/2',
  ])
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    value: 1,
    kind: 'step',
    step: { index: 1, action: 'Book Rome', observation: { text: 'To Rome.' }, result: { text: 'To Lima.' } },
  })
})

test('cached-state says what a session costs, before and after', () => {
  const lines = linesOf('cached-state')
  expect(lines[0]).toBe('true')
  expect(lines[1]).toMatch(
    /^100 messages, about 200 calls: [\d,]+ tokens in \([\d,]+ from the cache\), [\d,]+ out; no call sends more than [\d,]+ characters$/,
  )
  expect(lines[2]).toMatch(/^\[ \d+, \d+, \d+ \]$/)
})

const withoutKeys = { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' }

test('the example with OpenAI holds the model to a list of operations, and gets the right bag back', () => {
  expect(linesOf('with-openai', withoutKeys)).toEqual([
    'operations true openai-strict',
    'Shelf 1 {"bags":{"Ada":"red bag"}} {"bags":{"Ada":"red bag"}}',
    'Shelf 2 {"bags":{"Bo":"green bag"}} {"bags":{"Ada":"red bag","Bo":"green bag"}}',
    'Give red bag {"bags":{"Ada":null}} {"bags":{"Bo":"green bag"}}',
    '1',
  ])
})

test('the example with Anthropic has one reply rejected, with a reason, and gets the right bag back', () => {
  expect(linesOf('with-anthropic', withoutKeys)).toEqual([
    'Shelf 1 {"bags":{"Ada":"red bag"}}',
    'Shelf 2 {"bags":{"Ada":"red bag","Bo":"green bag"}}',
    expect.stringMatching(/^rejected: expected type object, found an array/),
    'Give red bag {"bags":{"Bo":"green bag"}}',
    '1',
  ])
})

test('the example with a name makes a model and sends nothing', () => {
  expect(linesOf('named-model', { OPENAI_API_KEY: 'none' })).toEqual(['openai:gpt-5'])
})

test('the rule of the guide keeps the lowest price, and rejects what is not a price', () => {
  expect(linesOf('own-merge-rule')).toEqual([
    '{"prices":{"lamp":30,"desk":80}}',
    'expected a price, which is a number',
  ])
})
