import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemoryFiles } from './_memory-files.ts'

const path = fc.constantFrom(
  ...[
    '',
    '/',
    '/a.txt',
    '/b',
    '/b/c.txt',
    '/b/d/e.txt',
    '/b/d',
    '/.hidden',
    '/node_modules',
    '/b/../a.txt',
  ].map((end) => `/memories${end}`),
  '/memories/../other',
  '/etc/passwd',
  '/memories/b/../..',
)
const text = fc.constantFrom('', 'one', 'one\ntwo\n', 'a one\none\n$& $1', 'é\n\n\tend', 'x'.repeat(1500))
const part = fc.constantFrom('one', 'two', '$&', '', 'one\ntwo', 'absent')
const line = fc.integer({ min: -1, max: 4 })
const of = <const Name extends string>(command: Name, rest: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ command: fc.constant(command), ...rest })
const command = fc.oneof(
  of('create', { path, file_text: text }),
  of('create', { path, file_text: text }),
  of('view', { path }),
  of('view', { path, view_range: fc.tuple(line, line) }),
  of('str_replace', { path, old_str: part, new_str: part }),
  of('insert', { path, insert_line: line, insert_text: text }),
  of('delete', { path }),
  of('rename', { old_path: path, new_path: path }),
)

/** Disks differ in what a directory takes. */
const withoutSizes = (answer: string): string =>
  answer.replaceAll(/^[\d.]+[BKMG]\t(.*\/|\/memories[^.\n]*)$/gm, '$1')
/** Errors of the disk itself, which the SDK lets through with the path on that disk. */
const ofTheDisk = /^Error: (E[A-Z]+: |Path .*is not a regular|.*no longer exists)/

it('answers each command as the memory tool of the SDK does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12, size: 'max' }), async (commands) => {
      const folder = mkdtempSync(join(tmpdir(), 'memory-files-'))
      try {
        const tool = (await BetaLocalFilesystemMemoryTool.init(folder)) as never as Record<
          string,
          (command: unknown) => Promise<string>
        >
        const files = new MemoryFiles()
        for (const each of commands) {
          const theirs = await tool[each.command]?.(each).catch((error: Error) => `Error: ${error.message}`)
          const ours = files.answer(each)
          if (theirs === undefined || ofTheDisk.test(theirs)) {
            expect(ours).toMatch(/^Error: /)
            return
          }
          expect(withoutSizes(ours)).toBe(withoutSizes(theirs))
        }
      } finally {
        rmSync(folder, { recursive: true })
      }
    }),
    { numRuns: process.env.LAWS === 'all' ? 500 : 20 },
  )
})

it.each([
  [undefined, 'Error: Invalid memory command'],
  [{ command: 'read', path: '/memories' }, 'Error: Invalid memory command: command'],
  [{ command: 'create', path: '/memories/a' }, 'Error: Invalid memory command: file_text'],
  [{ command: 'view', path: '/memoriesX' }, 'Error: Path must start with /memories, got: /memoriesX'],
])('tells the model what is wrong with %j', (command, answer) => {
  expect(new MemoryFiles().answer(command)).toContain(answer)
})
