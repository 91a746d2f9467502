import { existsSync } from 'node:fs'
import {
  answerSchema,
  compileSkill,
  keepEncoding,
  mergeEncoding,
  operationsEncoding,
} from '@skill-state/core'
import { dialects, enforcement, providerTable } from '@skill-state/models'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { blocksOf, includesOf } from './_blocks.ts'
import { documentAt, linesOf } from './_example.ts'

const guide = documentAt('docs/models.md')

test('the guide shows the example as it is, and no other code', () => {
  expect(includesOf('docs/models.md')).toEqual(['./examples/recorded-model.ts'])
  expect(blocksOf('docs/models.md').filter(({ language }) => language === 'ts')).toEqual([])
})

test('the example replays what it recorded, and knows a price', () => {
  expect(linesOf('recorded-model')).toEqual([
    'North.',
    'North. recording',
    'unknown-request',
    expect.stringMatching(/^api\.anthropic\.com 2000 \{"date":"\d{4}-\d\d-\d\d","input":3,/),
  ])
})

test('the guide has a row for each provider, with its variables', () => {
  for (const [name, { keyVariables, baseUrlVariable }] of Object.entries(providerTable)) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? ''
    const missing = [...keyVariables, baseUrlVariable].filter(
      (variable) => variable !== undefined && !row.includes(`\`${variable}\``),
    )
    expect([name, row === '', missing]).toEqual([name, false, []])
  }
})

const skills = {
  'keys all named': z.strictObject({ status: z.enum(['open', 'done']), count: z.int().min(0) }),
  'open keys': z.strictObject({ list: z.record(z.string(), z.number()) }),
  'keys by a pattern': z.strictObject({ list: z.record(z.string().regex(/^shelf_\d+$/), z.string()) }),
}
const encodings = {
  'skill-state-json': mergeEncoding,
  'skill-state-keep': keepEncoding,
  'skill-state-operations': operationsEncoding,
}

test.each([
  ['keys all named', 'skill-state-json'],
  ['keys all named', 'skill-state-keep'],
  ['keys all named', 'skill-state-operations'],
  ['open keys', 'skill-state-json'],
  ['open keys', 'skill-state-operations'],
  ['keys by a pattern', 'skill-state-json'],
  ['keys by a pattern', 'skill-state-operations'],
] as const)('the guide says which dialect holds a model to a state with %s in %s', (state, runtime) => {
  const initialState = state === 'keys all named' ? { status: 'open', count: 0 } : { list: {} }
  const skill = { name: 'any', instructions: 'Any.', schema: skills[state], initialState }
  const schema = answerSchema(compileSkill(skill, { encoding: encodings[runtime] }))
  const held = dialects.filter((dialect) => enforcement(schema, dialect).enforced)
  const line = guide
    .split('\n')
    .find((row) => row.startsWith('|') && row.includes(state) && row.includes(runtime))
  const cells = (line ?? '')
    .split('|')
    .slice(3, -1)
    .map((cell) => cell.trim() === 'yes')
  const columns = ['openai-strict', 'anthropic', 'gemini', 'xgrammar', 'ollama', 'gbnf']
  expect(columns.filter((_, index) => cells[index])).toEqual(held)
})

test('every link of the guide leads to a file', () => {
  const links = [...guide.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
  const from = new URL('../models.md', import.meta.url)
  expect(links.filter((link) => !existsSync(new URL(link, from)))).toEqual([])
})
