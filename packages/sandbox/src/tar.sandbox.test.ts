import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SandboxFile } from './sandbox.ts'
import { tar } from './tar.ts'

function unpacked(files: readonly SandboxFile[]): readonly SandboxFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-tar-'))
  try {
    execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar(files) })
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({
        path: relative(folder, path),
        content: Uint8Array.from(readFileSync(path)),
        executable: (statSync(path).mode & 0o100) !== 0,
      }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const part = fc.string({
  unit: fc.constantFrom('a', 'B', '7', ' ', '-', 'é', '.x'),
  minLength: 1,
  maxLength: 60,
})
const file: fc.Arbitrary<SandboxFile> = fc.record({
  path: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
  content: fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.constantFrom(511, 512, 513).map((size) => new Uint8Array(size).fill(7)),
  ),
  executable: fc.boolean(),
})

test('tar unpacks what was packed: names of any length, sizes around a block, modes', () => {
  // Folders end in a letter of their own, so that no file is where another one needs a folder.
  const files = fc
    .array(file, { maxLength: 6 })
    .map((made) => made.map(({ path, ...rest }, index) => ({ ...rest, path: `${index}/${path}` })))
  fc.assert(
    fc.property(files, (packed) => {
      expect(unpacked(packed).toSorted(byPath)).toEqual(packed.toSorted(byPath))
    }),
    { numRuns: 40 },
  )
})

test('an archive of nothing is one', () => {
  expect(unpacked([])).toEqual([])
})

function byPath(a: SandboxFile, b: SandboxFile): number {
  return a.path < b.path ? -1 : 1
}
