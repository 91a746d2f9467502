import { expect, test } from 'vitest'
import { toyModel } from '../../test/toy-model.ts'
import { perplexity } from './causal-model.ts'

const model = toyModel()

test('perplexity is e to the mean self-information', async () => {
  // Lengths 2, 4 and, as ' bbb' was read before, 0.04.
  expect(await perplexity(model, model.tokens('aa bbb bbb'))).toBeCloseTo(Math.exp(6.04 / 3), 12)
  expect(await perplexity(model, [])).toBe(1)
})
