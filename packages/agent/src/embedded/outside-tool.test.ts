import { tool } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { outsideTool } from './index.ts'

const keys: string[] = []
const book = outsideTool(
  'book',
  tool({
    description: 'Books a flight.',
    input: z.object({ flight: z.string(), price: z.number().default(90) }),
    approve: ({ input }) => input.price > 500 && 'it costs more than 500',
    execute: async ({ flight, price }, { key }) => {
      keys.push(key)
      if (flight === 'F0') throw new Error('no seat')
      return { flight, price, note: 'x'.repeat(10_000) }
    },
  }),
)

test('a tool outside of a session validates its input, fills defaults and shows the whole result', async () => {
  expect(JSON.parse(await book.call({ flight: 'F1' }))).toMatchObject({ flight: 'F1', price: 90 })
  expect(await book.call({ flight: 7 })).toMatch(/^The input of book was rejected, and nothing was done: /)
  expect(await book.call('F1')).toMatch(/rejected/)
  expect(await book.call({ flight: 'F0' })).toBe('book failed: no seat')
  expect(new Set(keys).size).toBe(2)
})

test('says which calls need an approval, and leaves asking to the framework', async () => {
  const needs = [{ flight: 'F1' }, { flight: 'F2', price: 900 }, { flight: 7 }, 'F1'].map(book.needsApproval)
  expect(await Promise.all(needs)).toEqual([false, true, false, false])
  expect(await book.call({ flight: 'F2', price: 900 })).toContain('"price":900')
})

test('rejects a tool without a description', () => {
  expect(() => outsideTool('x', { description: '', input: { type: 'object' } })).toThrow(/no description/)
})
