import { expect, test } from 'vitest'
import { type Item, steps } from '../.vitepress/_sidebar.ts'
import { sitePages } from './_blocks.ts'
import { documentAt } from './_example.ts'
import { readmes } from './_readmes.ts'

const named = steps().filter(({ text }) => text !== 'More')

const groupsIn = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => (item.items === undefined ? [] : [item, ...groupsIn(item.items)]))

test('no step of the side bar has more than eight entries', () => {
  const counts = groupsIn(named).map(({ text, items = [] }) => [text, items.length] as const)
  expect(counts.length).toBeGreaterThan(6)
  expect(counts.filter(([, count]) => count > 8)).toEqual([])
})

test('the side bar begins with what a person does first, and names no page twice', () => {
  expect(named.slice(0, 6).map(({ text }) => text)).toEqual([
    'Begin',
    'Your tools',
    'Your users',
    'In production',
    'Inside your framework',
    'Skills and recordings',
  ])
  const links = groupsIn(named).flatMap(({ items = [] }) => items.flatMap(({ link = [] }) => link))
  expect(links[0]).toBe('/agent')
  expect(links.length).toBe(new Set(links).size)
})

test('every page that a person reads on GitHub has its text in the file itself', () => {
  const included = sitePages.filter((page) => /^<<<|<!--\s*@include/m.test(documentAt(page)))
  expect(included).toEqual([])
  for (const page of sitePages) expect(documentAt(page).length, page).toBeGreaterThan(200)
})

test('the README needs the Node that every published package needs', () => {
  const needed = readmes.map(({ manifest }) => (manifest as { engines?: { node?: string } }).engines?.node)
  expect([...new Set(needed)]).toEqual(['>=22'])
  expect(documentAt('README.md')).toContain('You need Node 22 or newer')
})

test('every README of a package says how stable it is', () => {
  const silent = readmes.filter(({ page }) => !documentAt(page).includes('docs/releases.md#what-is-stable'))
  expect(silent.map(({ page }) => page)).toEqual([])
})
