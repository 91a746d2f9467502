import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const arena = readFileSync(new URL('../../../docs/arena.md', import.meta.url), 'utf8')

test('what page one says of the arena is what the arena computed', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const index = readFileSync(new URL('../../../docs/index.md', import.meta.url), 'utf8')
  expect(readme).toContain('Without mistakes, a written note and a state tie')
  expect(index).toContain('Without mistakes a written note and a state tie')
  expect(arena).toMatch(
    /With each of the \d+ policies that keep replies or summaries, some reader .* keeps 1\.00 or more/,
  )
  expect(readme.replace(/\s+/g, ' ')).toContain(
    'If writers err, a state is never behind windows, nor behind states that are written anew',
  )
  const [, never = ''] = /SKILL\.state is never behind: (.*?) Against/s.exec(arena) ?? []
  for (const policy of ['`trim`', '`trim:follows=mastra`', '`state-rewrite`']) expect(never).toContain(policy)
  expect(readme).toContain('It loses if the schema has no place for what matters later')
  expect(arena).toMatch(
    /With every seed SKILL\.state keeps less than the transcript in `late`, `trajectory`, `structure`/,
  )
})

test('the arena page calls no quarter of characters tokens', () => {
  const page = readFileSync(new URL('../../../docs/arena.md', import.meta.url), 'utf8')
  const script = readFileSync(new URL('../scripts/_arena-text.ts', import.meta.url), 'utf8')
  const legend = '_chars ÷ 4_: a quarter of the characters in and out, which stands for tokens'
  for (const text of [page, script]) expect(text).toContain(legend)
  expect(page).toMatch(/^\| policy .*\| chars ÷ 4 \|/m)
  expect(page).not.toMatch(/^\| policy .*token/m)
})
