import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageText } from './_arena-text.ts'

test('the arena page has the sentences of its script, and calls no quarter of characters tokens', () => {
  const page = readFileSync(new URL('../../../docs/arena.md', import.meta.url), 'utf8')
  const numbers = { HORIZON: 100, LONG: 400, INPUT: 1.25, OUTPUT: 10, LEAST_CACHED: 1024 }
  const written = pageText({ table: '', retentionTable: '', losses: '', ...numbers })
  for (const paragraph of written.split('\n\n')) expect(page).toContain(paragraph.trim())
  expect(page).toMatch(/^\| policy .*\| chars ÷ 4 \|/m)
  expect(page).not.toMatch(/^\| policy .*token/m)
})
