import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../test/folder.ts'
import { readTrace } from './trace-file.ts'

const episode = {
  kind: 'episode',
  format: 1,
  benchmark: 'countdown@1',
  task: 't',
  seed: 1,
  runtime: 'obey',
  model: 'always',
}

function write(...lines: readonly unknown[]): string {
  const file = join(emptyFolder(), 'trace.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

test('reads a trace of the current format, and gives undefined for one without a complete line', () => {
  expect(readTrace(write(episode))?.episode).toEqual(episode)
  expect(readTrace(write())).toBeUndefined()
})

test.for([
  [{ ...episode, format: 2 }, /trace\.jsonl:1: format: .* format 2, written by a newer version.*update/],
  [{ ...episode, format: undefined }, /trace\.jsonl:1: format: the first line does not say/],
  [{ ...episode, format: '1' }, /trace\.jsonl:1: format: the first line does not say/],
  [{ ...episode, format: 0 }, /trace\.jsonl:1: format: the first line does not say/],
  [{ kind: 'reset' }, /trace\.jsonl:1: the first line does not name the episode/],
  [[], /trace\.jsonl:1: the first line does not name the episode/],
] as const)('%j cannot be read', ([line, message]) => {
  const file = write(line)
  expect(() => readTrace(file)).toThrow(message)
})

test('a newer trace is not to be removed', () => {
  const file = write({ ...episode, format: 2 })
  expect(() => readTrace(file)).not.toThrow(/remove/)
})

test.for([
  [{ reward: null }, /the reward is null/],
  [{ reward: 2 }, /the reward is 2/],
  [{ reward: 1, metrics: { speed: null } }, /the metric speed is null/],
] as const)('an end with the outcome %j is read as that of a failed episode', ([outcome, message]) => {
  const end = { kind: 'end', status: 'terminated', outcome }
  expect(readTrace(write(episode, end))?.end).toEqual({
    kind: 'end',
    status: 'failed',
    error: { code: 'environment-failed', message: expect.stringMatching(message) },
  })
})
