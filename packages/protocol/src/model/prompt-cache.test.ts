import { describe, expect, test } from 'vitest'
import { PromptCache } from './prompt-cache.ts'

const count = (piece: string): number => Math.ceil(piece.length / 3)

/** A prompt of lines of 100 tokens. */
const prompt = (...names: readonly string[]): { readonly prompt: string } => ({
  prompt: names.map((name) => `${name.repeat(299)}\n`).join(''),
})
/** Marked after its second line. */
const marked = { cacheBreakpoints: [600] }

describe('a simulated cache', () => {
  const rules = { minimum: 200, block: 1 }

  test('gives the longest beginning that an earlier prompt had, from the minimum on', () => {
    const cache = new PromptCache(count, rules)
    expect(cache.send(prompt('a', 'b', 'c'))).toEqual({ input: 300, cached: 0, written: 300, cost: 300 })
    expect(cache.send(prompt('a', 'b', 'd'))).toMatchObject({ cached: 200, cost: 120 })
    expect(cache.send(prompt('a', 'x', 'c'))).toMatchObject({ cached: 0 })
  })

  test('compares tools and schema before the prompt', () => {
    const cache = new PromptCache(count, rules)
    const [one, other] = ['one', 'other'].map((name) => ({
      tools: [{ name, description: '', parameters: {} }],
      ...prompt('a', 'b', 'c'),
    }))
    cache.send(one ?? prompt())
    expect(cache.send(other ?? prompt()).cached).toBe(0)
    expect(cache.send(other ?? prompt()).cached).toBeGreaterThan(300)
  })

  test('gives whole blocks', () => {
    const cache = new PromptCache(count, { ...rules, block: 128 })
    cache.send(prompt('a', 'b', 'c'))
    expect(cache.send(prompt('a', 'b', 'c'))).toMatchObject({ cached: 256 })
  })

  test('forgets what was not used for its lifetime', () => {
    const cache = new PromptCache(count, { ...rules, lifetime: 5 })
    cache.send(prompt('a', 'b'), 0)
    expect(cache.send(prompt('a', 'b'), 5).cached).toBe(200)
    expect(cache.send(prompt('a', 'b'), 11).cached).toBe(0)
  })

  test('keeps what is marked, at the price of writing it', () => {
    const cache = new PromptCache(count, { ...rules, marked: true, write: 1.25 })
    expect(cache.send({ ...prompt('a', 'b', 'c'), ...marked })).toMatchObject({
      written: 200,
      cost: 100 + 250,
    })
    expect(cache.send({ ...prompt('a', 'b', 'd'), ...marked })).toMatchObject({
      cached: 200,
      written: 0,
      cost: 100 + 20,
    })
    expect(cache.send({ ...prompt('a', 'x', 'd'), ...marked }).cached).toBe(0)
  })
})
