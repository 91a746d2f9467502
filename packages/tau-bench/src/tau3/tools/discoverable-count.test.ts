import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { discoverableTools } from './index.ts'

test('the page names as many hidden tools as there are', () => {
  const page = readFileSync(new URL('../../../../../docs/tau3-bench.md', import.meta.url), 'utf8')
  const { assistant, user } = discoverableTools
  expect(Number(/which name (\d+) hidden tools/.exec(page)?.[1])).toBe(assistant.size + user.size)
})
