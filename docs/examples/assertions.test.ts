import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, pages } from './_blocks.ts'
import { documentAt } from './_example.ts'

const shown = pages.flatMap(blocksOf).filter(({ language }) => /^tsx?$/.test(language))
const files = globSync(['docs/examples/**/*.{ts,tsx}', 'packages/create/template/**/*.{ts,tsx}'], {
  cwd: join(import.meta.dirname, '../..'),
  exclude: ['**/*.test.ts', '**/node_modules/**', '**/_*.ts', '**/.*/**'],
}).map((page) => ({ page, code: documentAt(page) }))

/** Comments, texts, imports and exports from elsewhere, in which "as" is no assertion. */
const OTHER =
  /\/\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'|"[^"\n]*"|`[^`]*`|^(?:import|export) (?:type )?[{*][^}]*\}?/gms

test('no example that a reader copies asserts a type', () => {
  const asserting = [...shown, ...files].flatMap(({ page, code }) => {
    const found = /.*\bas (?!const\b)[\w{([].*/.exec(code.replaceAll(OTHER, ''))
    return found ? [`${page}: ${found[0].trim()}`] : []
  })
  expect([shown.length > 10, files.length > 50, asserting]).toEqual([true, true, []])
})
