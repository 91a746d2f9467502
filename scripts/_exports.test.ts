import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportsOf } from './_exports.ts'

const folder = mkdtempSync(join(tmpdir(), 'exports-'))
const moduleOf = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

moduleOf(
  'parts.ts',
  `/** Not shown. */
export interface Size<T> extends Base { readonly a?: T // a remark
  readonly b: 'http://x' }
export type Either = 1 | 2
export const count: number = 1, other: string = ''
export function read(text: string): Either { return 1 }
export class Box extends Base { #hidden = 1; private own = 2; readonly size: number = 3; open(at: number): void {} }
`,
)

test('lists what an entry exports, with kinds and signatures and without bodies', () => {
  const entry = moduleOf(
    'index.ts',
    `import { count } from './parts.ts'
export { count }
export { Box, type Either, other as named, read, type Size } from './parts.ts'
export type { JsonValue } from '@skill-state/protocol'
`,
  )
  const lines = [...exportsOf(entry)].map(([name, { kind, text }]) => `${kind} ${name}${text}`)
  expect(lines).toEqual([
    'const count: number',
    'class Box extends Base { readonly size: number; open(at: number): void }',
    'type Either = 1 | 2',
    'const named: string',
    'function read(text: string): Either',
    "interface Size<T> extends Base { readonly a?: T; readonly b: 'http://x' }",
    'from JsonValue: @skill-state/protocol',
  ])
})

test('follows `export *`, and fails for a name that its source does not export', () => {
  expect([...exportsOf(moduleOf('all.ts', "export * from './parts.ts'")).keys()]).toHaveLength(6)
  const wrong = moduleOf('wrong.ts', "export { absent } from './parts.ts'")
  expect(() => exportsOf(wrong)).toThrow(/parts\.ts does not export absent/)
})
