import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchFit } from './_search-fit.ts'

/** Searches with the given sizes per target, and counts the attempts. */
async function search(sizes: (target: number) => number, largest: number, whole: number, room: number) {
  const tried: number[] = []
  const found = await searchFit({ largest, whole, room }, async (target) => {
    tried.push(target)
    return { target, size: sizes(target) }
  })
  return { found, tried }
}

describe('searchFit', () => {
  it('guesses right at once if the size grows evenly', async () => {
    const { found, tried } = await search((target) => 4 * target, 1000, 4000, 1800)
    expect(found).toEqual({ target: 450, size: 1800 })
    expect(tried).toEqual([450])
  })

  it('tries nothing if there is no room', async () => {
    for (const room of [0, -20]) {
      expect(await search((target) => target, 100, 100, room)).toEqual({ found: undefined, tried: [] })
    }
  })

  it('finds nothing if not even the smallest target fits', async () => {
    expect((await search(() => 50, 100, 100, 40)).found).toBeUndefined()
  })

  it('prefers a fit to nothing if sizes jump over the room', async () => {
    const jumps = (target: number): number => (target < 37 ? 10 : 90)
    expect((await search(jumps, 100, 100, 50)).found?.size).toBe(10)
  })

  const growing = fc
    .array(fc.nat(9), { minLength: 2, maxLength: 300 })
    .map((steps) => steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, step) => sum + step, 0)))
  it('finds the best of sizes that grow, or one nearly as good, in few attempts', async () => {
    await fc.assert(
      fc.asyncProperty(growing, fc.double({ min: 0.01, max: 0.99, noNaN: true }), async (sizes, share) => {
        const whole = (sizes.at(-1) ?? 0) + 1
        const room = Math.floor(whole * share)
        const { found, tried } = await search((target) => sizes[target - 1] ?? 0, sizes.length, whole, room)
        const best = Math.max(0, ...sizes.slice(0, -1).filter((size) => size <= room))
        expect(found?.size ?? 0).toBeGreaterThanOrEqual(Math.min(best, 0.98 * room))
        expect(new Set(tried).size).toBe(tried.length)
        expect(tried.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(sizes.length + 1)))
      }),
    )
  })

  it('needs few attempts if the size grows late', async () => {
    const late = (target: number): number => Math.floor(1e6 * (target / 1000) ** 8)
    const { found, tried } = await search(late, 1000, 1e6, 1000)
    expect(found?.size).toBeGreaterThan(980)
    expect(tried.length).toBeLessThanOrEqual(20)
  })

  it('returns the best that it tried, and never what does not fit, however sizes jump', async () => {
    const sizes = fc.array(fc.nat(100), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(100), async (jumping, room) => {
        const { found, tried } = await search((target) => jumping[target - 1] ?? 0, jumping.length, 101, room)
        const sizes = tried.map((target) => jumping[target - 1] ?? 0)
        expect(found?.size ?? 0).toBe(Math.max(0, ...sizes.filter((size) => size <= room)))
      }),
    )
  })
})
