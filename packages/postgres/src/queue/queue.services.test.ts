import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import type { Database } from '../database/database.ts'
import { openQueue, type Queue } from './queue.ts'

let database: Database
useDatabase((opened) => {
  database = opened
})

const onError = (error: unknown): void => {
  throw error
}
const open = (version: string): Promise<Queue> => openQueue(database, { version, onError })
const job = (file: string): Parameters<Queue['add']>[0][number] => ({
  ...{ key: `k-${file}`, suite: 's', run: 1, file },
})

test('each job is given out once, and again when it is given back', async () => {
  await using queue = await open('1')
  await using other = await open('1')
  await queue.add([job('a'), job('b')])
  await queue.add([job('a'), job('b')]) // one job an episode
  const [first, second] = [await queue.claim(), await other.claim()]
  expect([first?.job.file, second?.job.file].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'a',
    'b',
  ])
  expect(await queue.claim()).toBeUndefined()
  await first?.giveBack()
  const again = await other.claim()
  expect(again?.job).toEqual(first?.job)
  expect(BigInt(again?.since ?? 0)).toBeGreaterThan(BigInt(first?.since ?? 0))
  await first?.done() // the claim is lost: nothing happens
  await again?.done()
  await second?.done()
  expect(await queue.claim()).toBeUndefined()
})

test('those who ask at the same time get different jobs, and end them each for itself', async () => {
  await using queue = await open('together')
  await queue.add([job('e'), job('f')])
  const claims = await Promise.all([queue.claim(), queue.claim(), queue.claim()])
  expect(new Set(claims.map((claim) => claim?.job.file))).toEqual(new Set(['e', 'f', undefined]))
  const [first, second] = claims
  await Promise.all([first?.done(), second?.giveBack()])
  expect((await queue.claim())?.job.file).toBe(second?.job.file)
  expect(await queue.claim()).toBeUndefined()
})

test('jobs of runs that a worker leaves out go to others', async () => {
  await using queue = await open('without')
  await queue.add([job('h'), { ...job('i'), run: 2 }])
  expect((await queue.claim({ without: [1] }))?.job.file).toBe('i')
  expect(await queue.claim({ without: [1] })).toBeUndefined()
  expect((await queue.claim({ without: [2] }))?.job.file).toBe('h')
})

test('a job of another version is left to workers of that version', async () => {
  await using old = await open('2')
  await using now = await open('3')
  await old.add([job('c')])
  expect(await now.claim()).toBeUndefined()
  expect((await old.claim())?.job.file).toBe('c')
})

test('a job whose worker falls silent goes to another one', { timeout: 120_000 }, async () => {
  await using queue = await open('4')
  await queue.add([job('d')])
  await (
    await open('4').then(async (silent) => {
      await silent.claim()
      return silent
    })
  )[Symbol.asyncDispose]()
  let claim = await queue.claim()
  while (claim === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    claim = await queue.claim()
  }
  expect(claim.job.file).toBe('d')
})

test('a job without a worker is kept for years', async () => {
  await using queue = await open('kept')
  await queue.add([job('g')])
  const { rows } = await database.pool.query<{ kept: boolean }>(
    `select keep_until > now() + interval '9 years' as kept from skill_state_queue.job where name = 'episodes-kept'`,
  )
  expect(rows).toEqual([{ kept: true }])
})
