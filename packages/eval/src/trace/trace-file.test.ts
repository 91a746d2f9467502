import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CallLine, SentLine, StepLine, TraceLine } from './trace.ts'
import { openTraceFile, parseTrace } from './trace-file.ts'

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

const names = { benchmark: 'b@1', task: 't', runtime: 'r', model: 'm' }
const episode: TraceLine = { kind: 'episode', format: 1, ...names, seed: 1 }
const end: TraceLine = { kind: 'end', status: 'failed', error: { code: 'invalid-option', message: '' } }

function sent(inputTokens: number): SentLine {
  return { kind: 'sent', step: 0, atMost: { inputTokens } }
}

function call(durationMs: number): CallLine {
  const reply = { reply: 'r', finishReason: 'stop', model: 'm', usage: {} } as const
  return { kind: 'call', step: 0, promptHash: '', promptChars: 0, ...reply, durationMs }
}

test.each<[string, readonly TraceLine[], readonly number[]]>([
  ['was answered', [sent(1), call(1)], []],
  ['is under way, or a kill cut it off', [sent(1), call(1), sent(2)], [2]],
  ['a kill cut off, and its step was taken by another process', [sent(1), sent(2), call(1), step], [1]],
  ['was not sent, which failed the episode', [sent(1), end], []],
  ['two of at once were answered', [sent(1), sent(2), call(1), call(1)], []],
])('a request counts as lost only if a process died in it: one that %s', (_, lines, lost) => {
  const trace = parseTrace(
    '',
    [episode, ...lines].map((line) => JSON.stringify(line)),
  )
  expect(trace?.attempts.map(({ atMost }) => atMost?.inputTokens)).toEqual(lost)
})

test('a call that a provider may have answered is in the file at once, one that took no time with the next line', () => {
  const file = join(directory, 'calls.jsonl')
  const { record, flush, close } = openTraceFile(file)
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
