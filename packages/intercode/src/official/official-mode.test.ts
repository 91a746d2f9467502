import type { ExecResult } from '@skill-state/sandbox'
import { expect, test } from 'vitest'
import { officialMode } from './official-mode.ts'

function tell(bytes: readonly number[], changes: Partial<ExecResult> = {}): string {
  const result = {
    output: Uint8Array.from(bytes),
    truncated: false,
    exitCode: 0,
    timedOut: false,
    ...changes,
  }
  return officialMode.tell({ result, timeoutMs: 10_000 })
}

test('output is strict UTF-8: one other byte, and nothing of it is told', () => {
  expect(tell([0x61, 0xc3, 0xa9, 0x0a])).toBe('aé\n')
  expect(tell([0x61, 0xff])).toBe('Malformed command')
  expect(tell([0x61, 0xc3])).toBe('Malformed command')
  expect(tell([0xed, 0xa0, 0x80])).toBe('Malformed command')
  expect(tell([0xef, 0xbb, 0xbf, 0x61])).toBe('\ufeffa')
})

test('a character that the sandbox cut is no such byte', () => {
  expect(tell([0x61, 0xc3], { truncated: true })).toBe('a')
  expect(tell([0xff, 0xc3], { truncated: true })).toBe('Malformed command')
})

test('a time-out tells nothing of the output, and an exit code is not told', () => {
  expect(tell([0x61], { timedOut: true, exitCode: null })).toBe('Command timed out')
  expect(tell([0x61], { exitCode: 1 })).toBe('a')
})

test('the first 1,000 characters are shown, in code points, and "No output" for none', () => {
  const { show, limits } = officialMode
  expect(show(`${'𝄞'.repeat(1_000)}b`, limits.characters)).toBe('𝄞'.repeat(1_000))
  expect(show('ab', 1)).toBe('a')
  expect(show('', 1_000)).toBe('No output')
})

test('a right flag is answered with the observation before it', () => {
  expect(officialMode.tellVerdict(true, 'before')).toBe('before')
  expect(officialMode.tellVerdict(false, 'before')).toBe('Submitted flag is incorrect. Keep trying!')
})
