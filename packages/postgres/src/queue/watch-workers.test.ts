import { expect, test } from 'vitest'
import { SILENCE_MS, watchWorkers } from './watch-workers.ts'

/** Tells a watch, second by second, how many milliseconds ago a worker was heard of. */
function watch(...heard: readonly (number | undefined)[]): readonly number[] {
  let now = 0
  const toldAt: number[] = []
  const tell = watchWorkers('postgres://db/x', { clock: () => now, onLine: () => toldAt.push(now / 1_000) })
  for (const ago of heard) {
    tell(ago)
    now += 1_000
  }
  return toldAt
}

const seconds = (count: number, ago?: number): readonly (number | undefined)[] =>
  Array.from({ length: count }, () => ago)

test('that no worker is there is said once, after ten seconds', () => {
  expect(watch(...seconds(SILENCE_MS / 1_000))).toEqual([])
  expect(watch(...seconds(30))).toEqual([10])
})

test('it is said again if a worker came and went', () => {
  expect(watch(...seconds(12), ...seconds(3, 100), ...seconds(20))).toEqual([10, 24])
})

test('a worker that was killed leaves when it was heard of last', () => {
  const killed = Array.from({ length: 15 }, (_, second) => second * 1_000)
  expect(watch(...seconds(5, 0), ...killed)).toEqual([15])
})
