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
    'If writers err, a state is never behind notes that are written once, nor behind states that are written anew',
  )
  const [, never = ''] = /SKILL\.state is never behind: (.*?) Against/s.exec(arena) ?? []
  const once = ['trim', 'trim:follows=mastra', 'summarise-at-threshold:keep=4', 'state-rewrite']
  for (const policy of once) expect(never).toContain(`\`${policy}\` (ahead`)
  expect(arena).toMatch(/Against the others no ranking holds: `trim` × 3 /)
  const [, kept = ''] = /`summarise-at-threshold:keep=4` × 3 +\|[^|]*\| +\[(\S+),/.exec(arena) ?? []
  expect(Number(kept)).toBeGreaterThanOrEqual(0.95)
  expect(readme.replace(/\s+/g, ' ')).toContain(
    'A state loses if its schema has no place for what matters later',
  )
  expect(arena).toMatch(
    /With every seed and reader SKILL\.state keeps less than the transcript in `late`, `trajectory`, `structure`/,
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
