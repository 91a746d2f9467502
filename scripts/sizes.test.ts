import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { BUNDLES } from './_bundles.ts'
import { BUDGETS } from './_check-tarball.ts'

test('the page on releases states the budgets that CI checks', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/releases.md'), 'utf8')
  const stated = [...page.matchAll(/^\| (bundle|tarball) of .+\| (\d+) +\|$/gm)].map(([row, kind, size]) => ({
    row,
    kind,
    size: Number(size),
  }))
  expect(stated.filter(({ kind }) => kind === 'bundle').map(({ size }) => size)).toEqual(
    BUNDLES.map(([, , budget]) => budget),
  )
  const tarballs = stated.filter(({ kind }) => kind === 'tarball')
  expect(tarballs).toHaveLength(5)
  for (const { row, size } of tarballs) {
    const [, name = ''] = /`(@skill-state\/[\w-]+)`/.exec(row) ?? []
    expect(size, name).toBe(BUDGETS[name])
  }
})
