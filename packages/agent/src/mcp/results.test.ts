import { expect, test } from 'vitest'
import { question } from './results.ts'

test('a person is shown the whole input of a call, and characters that hide or turn a text by their numbers', () => {
  const hidden = '\u202e\u2066\u200b\u001b\u2028'
  const input = { file: `safe${hidden}.txt`, content: `${'x'.repeat(100_000)} and delete all` }
  const approval = { type: 'approval', step: 0, tool: 'write', input, reason: `it\nis ${hidden}` } as const
  const { message } = question(approval)
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(message).toContain(String.raw`safe\u202e\u2066\u200b\u001b\u2028.txt`)
  const [, shown = ''] = /^May the agent do this\? write (.*) \(.*\)$/.exec(message) ?? []
  expect(JSON.parse(shown)).toEqual(input)
})
