import { expect, test } from 'vitest'
import type { CallLine, TraceLine } from '../trace/trace.ts'
import { owedLines } from './owed-lines.ts'

const call: CallLine = {
  kind: 'call',
  step: 0,
  promptHash: '',
  promptChars: 0,
  reply: '',
  finishReason: 'stop',
  model: 'm',
  usage: {},
  durationMs: 400,
}

test('what was paid for is flushed before what follows, each time', async () => {
  const taken: (TraceLine | 'flush')[] = []
  const lines = owedLines(
    (line) => taken.push(line),
    async () => void taken.push('flush'),
  )
  for (const line of [call, call]) {
    lines.record(line)
    await lines.flush()
  }
  expect(taken).toEqual([call, 'flush', call, 'flush'])
})

test('there is nothing to wait for without a record', () => {
  expect(owedLines(() => {}, undefined).flush()).toBeUndefined()
})
