import { expect, it } from 'vitest'
import { type Contender, race } from './race.ts'

it('lets contenders take turns, forward and backward, after the warm-up', async () => {
  const turns: string[] = []
  const contender = (name: string, rounds?: number): Contender => ({
    name,
    units: 1,
    rounds,
    run: () => {
      turns.push(name)
    },
  })
  const options = { unit: 'µs', rounds: 2, warmups: 1 }
  const rows = await race([contender('a'), contender('b'), contender('slow', 1)], options)
  expect(turns.join(' ')).toBe('b a a b slow b a')
  expect(rows.map(({ name, spread }) => [name, spread?.rounds])).toEqual([
    ['a', 2],
    ['b', 2],
    ['slow', 1],
  ])
})

it('gives the time of one unit', async () => {
  const spin = (): void => {
    const end = performance.now() + 20
    while (performance.now() < end);
  }
  const contenders = [
    { name: 'whole', units: 1, run: spin },
    { name: 'part', units: 1_000_000, run: spin },
  ]
  const [whole, part] = await race(contenders, { unit: 'µs', rounds: 1, warmups: 0 })
  expect(whole?.figure).toBeGreaterThan(1_000 * (part?.figure ?? Infinity))
})
