import { expect, it } from 'vitest'
import { type Contender, interleave } from './measure.ts'

it('lets contenders take turns, forward and backward, after the warm-up', async () => {
  const turns: string[] = []
  const contender = (name: string, rounds?: number): Contender => ({
    name,
    units: 1,
    ...(rounds !== undefined && { rounds }),
    run: () => {
      turns.push(name)
    },
  })
  const figures = await interleave([contender('a'), contender('b'), contender('slow', 1)], {
    rounds: 2,
    warmups: 1,
  })
  expect(turns.join(' ')).toBe('b a a b slow b a')
  expect([...figures].map(([name, { rounds }]) => [name, rounds])).toEqual([
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
  const figures = await interleave(
    [
      { name: 'whole', units: 1, run: spin },
      { name: 'part', units: 1_000_000, run: spin },
    ],
    { rounds: 1, warmups: 0 },
  )
  expect(figures.get('whole')?.median).toBeGreaterThan(1_000 * (figures.get('part')?.median ?? Infinity))
})
