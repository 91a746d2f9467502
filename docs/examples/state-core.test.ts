import { existsSync, readdirSync } from 'node:fs'
import * as guards from '@skill-state/core/guards'
import { expect, test } from 'vitest'
import { blocksOf, includesOf } from './_blocks.ts'
import { documentAt } from './_example.ts'

const guide = documentAt('docs/state-core.md')

test('the guide shows examples as they are, and no other code', () => {
  const shown = ['merge-alone', 'bounded-skill', 'guarded-skill', 'resume-after-crash', 'precompiled-skill']
  expect(includesOf('docs/state-core.md')).toEqual(shown.map((name) => `./examples/${name}.ts`))
  expect(blocksOf('docs/state-core.md').filter(({ language }) => language === 'ts')).toEqual([])
})

test('the guide names every guard and rule', () => {
  const missing = Object.keys(guards).filter((name) => !new RegExp(`\`${name}[(\`]`).test(guide))
  expect(missing).toEqual([])
})

const decisions = readdirSync(new URL('../decisions', import.meta.url)).map(
  (name) => `docs/decisions/${name}`,
)

const guides = ['docs/state-core.md', 'docs/benchmarks.md', 'docs/trace-format.md']

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/contributing.md',
  'docs/security.md',
  ...guides,
  ...decisions,
])('every link of %s leads to a file', (path) => {
  const links = [...documentAt(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
  const from = new URL(`../../${path}`, import.meta.url)
  expect(links.filter((link) => !existsSync(new URL(link, from)))).toEqual([])
})
