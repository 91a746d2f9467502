import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

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

test('the example with Anthropic has one reply refused, with a reason, and gets the right bag back', () => {
  expect(linesOf('with-anthropic', withoutKeys)).toEqual([
    'Shelf 1 {"bags":{"Ada":"red bag"}}',
    'Shelf 2 {"bags":{"Ada":"red bag","Bo":"green bag"}}',
    expect.stringMatching(/^refused: expected type object, found an array/),
    'Give red bag {"bags":{"Bo":"green bag"}}',
    '1',
  ])
})

test('the example with a name makes a model and sends nothing', () => {
  expect(linesOf('named-model', { OPENAI_API_KEY: 'none' })).toEqual(['openai:gpt-5'])
})
