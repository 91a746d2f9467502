import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CallLine, StepLine } from './trace.ts'
import { createTraceFile } from './trace-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'trace-file-'))
afterAll(() => rmSync(directory, { recursive: true }))

const step: StepLine = {
  kind: 'step',
  index: 0,
  rejections: [],
  fallback: false,
  action: 'go',
  result: { text: '', done: false },
  durationMs: 1,
}

function call(durationMs: number): CallLine {
  const reply = { reply: 'r', finishReason: 'stop', model: 'm', usage: {} } as const
  return { kind: 'call', step: 0, promptHash: '', promptChars: 0, ...reply, durationMs }
}

test('a call that a provider may have answered is in the file at once, one that took no time with its step', () => {
  const file = join(directory, 'calls.jsonl')
  const { record, flush, close } = createTraceFile(file)
  const durations = (): unknown[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).durationMs)
  record(call(0.1))
  expect(durations()).toEqual([0.1])
  record(call(0))
  expect(durations()).toEqual([0.1])
  record(step)
  expect(durations()).toEqual([0.1, 0, 1])
  record(call(0.01))
  flush()
  expect(durations()).toEqual([0.1, 0, 1, 0.01])
  close()
})
