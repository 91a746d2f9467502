import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the arena page calls no quarter of characters tokens', () => {
  const page = readFileSync(new URL('../../../docs/arena.md', import.meta.url), 'utf8')
  const script = readFileSync(new URL('../scripts/_arena-text.ts', import.meta.url), 'utf8')
  const legend = '_chars ÷ 4_: a quarter of the characters in and out, which stands for tokens'
  for (const text of [page, script]) expect(text).toContain(legend)
  expect(page).toMatch(/^\| policy .*\| chars ÷ 4 \|/m)
  expect(page).not.toMatch(/^\| policy .*token/m)
})
