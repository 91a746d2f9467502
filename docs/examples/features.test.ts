import { testAdapter } from '@skill-state/agent/conformance'
import { expect, test } from 'vitest'
import { documentAt } from './_example.ts'

const rules = testAdapter({ start: () => Promise.reject(new Error('not started')) }).map(({ name }) => name)

test.for([
  ['ai-sdk', 11],
  ['langchain', 11],
  ['mastra', 11],
  ['openai-agents', 10],
] as const)('each feature in the guide to %s names a rule that its tests run', ([page, count]) => {
  const [, table = ''] = documentAt(`docs/guides/${page}.md`).split('## Features\n')
  const rows = table.split('\n## ')[0]?.match(/^\| (?!feature|-).*/gm) ?? []
  const named = rows.map((row) =>
    row
      .split(' | ')
      .at(-1)
      ?.replace(/\s*\|$/, ''),
  )
  expect(new Set(named).size).toBe(count)
  expect(named.filter((name = '') => !rules.includes(name))).toEqual([])
})
