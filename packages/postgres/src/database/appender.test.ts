import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Lines, rowAppender } from './appender.ts'
import type { Database } from './database.ts'

/** One line of a claim. */
const line =
  (seq: number, episode = 1): (() => Lines) =>
  () => ({ episode, part: 1, fence: '7', seq, lines: [`line ${seq}`], status: undefined })

/** A database whose n-th statement, from 0, finds the disk full. */
function fillingUpAt(full: number): { readonly database: Database; readonly written: number[][] } {
  const written: number[][] = []
  let statements = 0
  type Values = readonly [number[], unknown, unknown, unknown, number[], number[]]
  const query = async ({ values }: { values: Values }) => {
    if (statements++ === full) {
      await turn()
      await turn()
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    }
    const [episodes, , , , places, seqs] = values
    written.push(places.map((place, index) => (episodes[place - 1] ?? 0) * 100 + (seqs[index] ?? 0)))
    return { rows: episodes.map((_, index) => ({ place: String(index + 1) })) }
  }
  return { database: { pool: { query } } as unknown as Database, written }
}

test('after a line that could not be written, those behind it are not written either', async () => {
  const { database, written } = fillingUpAt(1)
  const append = rowAppender(database, {})
  expect(await append(line(0))).toBe('written')
  const lost = append(line(1))
  await turn()
  await turn() // the statement with line 1 is under way
  const behind = [append(line(2)), append(line(0, 2))]
  await expect(lost).rejects.toThrow('could not extend file')
  expect(await Promise.all(behind)).toEqual(['taken', 'written'])
  expect(written).toEqual([[100], [200]])
})
