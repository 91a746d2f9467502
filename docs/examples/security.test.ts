import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { documentAt } from './_example.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('each test that the threat model names is there', () => {
  const files = globSync('{packages,apps}/*/src/**/*.test.ts', { cwd: root })
  const names = files.map((file) => basename(file, '.test.ts'))
  const tests = new Set(names.flatMap((name) => [name, name.replace(/\.[a-z]+$/, '')])) // with the project, or without
  const rows = documentAt('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| who '))
  expect(rows.length).toBeGreaterThan(7)
  const named = rows.flatMap((row) =>
    Array.from(
      row
        .split('|')
        .at(-2)
        ?.matchAll(/`([^`]+)`/g) ?? [],
    ),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.map(([, name = '']) => name).filter((name) => !tests.has(name))).toEqual([])
})
