import type { ExecResult } from '@skill-state/sandbox'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capped, fixedMode } from './fixed-mode.ts'

function tell(
  output: string | readonly number[],
  changes: Partial<ExecResult> = {},
  entered?: string,
): string {
  const bytes = typeof output === 'string' ? Buffer.from(output) : Uint8Array.from(output)
  const result = { output: bytes, truncated: false, exitCode: 0, timedOut: false, ...changes }
  return fixedMode.tell({ result, timeoutMs: 10_000, ...(entered !== undefined && { entered }) })
}

test('plain success tells the output alone', () => {
  expect(tell('a\n')).toBe('a\n')
  expect(tell('')).toBe('(no output)')
})

test('bytes that are no text do not hide the text around them', () => {
  expect(tell([0x61, 0xff, 0x62])).toBe('a\ufffdb')
})

test('what is not plain success is told below the output', () => {
  expect(tell('a', { exitCode: 2 })).toBe('a\n(exit code 2)')
  expect(tell('', { exitCode: 1 })).toBe('(exit code 1)')
  expect(tell('a\n', { exitCode: null, timedOut: true })).toBe(
    'a\n(stopped after 10 s, with all that it had started)',
  )
  expect(tell('a\n', { truncated: true, exitCode: 1 })).toBe(
    'a\n(it printed more than is kept here; exit code 1)',
  )
})

test('a change of folder is told by where it led', () => {
  expect(tell('/tmp\n', {}, '/tmp')).toBe('The folder is now /tmp.')
})

test('keeps the head and the tail, and counts what is between', () => {
  expect(capped('abcdef', 6)).toBe('abcdef')
  expect(capped('abcdefghij', 5)).toBe('abc\n(… 5 characters are left out here …)\nij')
})

test('law: whole characters of both ends, and every character is shown or counted', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '𝄞') })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (whole, most) => {
      const shown = capped(whole, most)
      const [, head, missing, tail] =
        /^(.*)\n\(… (\d+) characters are left out here …\)\n(.*)$/.exec(shown) ?? []
      if (head === undefined || tail === undefined) expect(shown).toBe(whole)
      else {
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
        expect(head.length + tail.length + Number(missing)).toBe(whole.length)
        expect(head.length + tail.length).toBeLessThanOrEqual(most)
        expect((head + tail).isWellFormed()).toBe(true)
      }
    }),
  )
})
