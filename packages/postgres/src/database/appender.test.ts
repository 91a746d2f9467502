import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAppender, type Row } from './appender.ts'
import type { Database } from './database.ts'

const row = (seq: number, episode = 1): Row => ({
  episode,
  part: 1,
  fence: '7',
  seq,
  line: `line ${seq}`,
  status: undefined,
})

/** A database whose n-th statement, from 0, finds the disk full. */
function fillingUpAt(full: number): { readonly database: Database; readonly written: number[][] } {
  const written: number[][] = []
  let statements = 0
  const query = async ({ values }: { values: readonly [number[], unknown, unknown, number[]] }) => {
    if (statements++ === full) {
      await turn()
      await turn()
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    }
    const [episodes, , , seqs] = values
    written.push(episodes.map((episode, index) => episode * 100 + (seqs[index] ?? 0)))
    return { rows: episodes.map((id) => ({ id })) }
  }
  return { database: { pool: { query } } as unknown as Database, written }
}

test('after a line that could not be written, those behind it are not written either', async () => {
  const { database, written } = fillingUpAt(1)
  const append = createAppender(database, {})
  expect(await append(row(0))).toBe('written')
  const lost = append(row(1))
  await turn()
  await turn() // the statement with row 1 is under way
  const behind = [append(row(2)), append(row(0, 2))]
  await expect(lost).rejects.toThrow('could not extend file')
  expect(await Promise.all(behind)).toEqual(['taken', 'written'])
  expect(written).toEqual([[100], [200]])
})
