import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { value } from '../../../test/arbitrary.ts'
import { openFixture, show } from '../../../test/retail.ts'
import { copyDict } from '../../python/containers.ts'
import type { PythonValue } from '../../python/index.ts'
import { callTool } from '../../tool.ts'
import { retailTools } from './index.ts'

/** What brings a call past the first checks, and what an attacker would send. */
const texts = fc.constantFrom(
  ...['#W1', '#W2', '#W3', 'ann_lee_1', 'gift_card_1', 'paypal_1', 'credit_card_2', '201', '202', '20'],
  ...['no longer needed', 'Bob', '__proto__', 'constructor', 'toString', '', '\ud800', "it's"],
)
const values = fc.oneof(texts, fc.array(texts, { maxLength: 3 }), value)
const tools = fc.constantFrom(...retailTools)
const calls = tools.chain((tool) =>
  fc.tuple(...tool.parameters.map(() => values)).map((args) => ({
    tool,
    kwargs: new Map(tool.parameters.map((name, index) => [name, args[index] ?? null])),
  })),
)

test('whatever is sent, the answer is a text and the arguments stay as they are', () => {
  fc.assert(
    fc.property(fc.array(calls, { maxLength: 8 }), (sequence) => {
      const database = openFixture()
      for (const { tool, kwargs } of sequence) {
        const before = copyDict(kwargs)
        expect(callTool(tool, 'retail', database, kwargs)).toBeTypeOf('string')
        expect(kwargs).toEqual(before)
      }
    }),
    { numRuns: 1000 },
  )
})

test('no episode reaches the records of another', () => {
  const fresh = openFixture()
  const before = ['#W1', '#W2', '#W3'].map((id) => show(fresh, 'orders', id))
  fc.assert(
    fc.property(calls, ({ tool, kwargs }) => {
      callTool(tool, 'retail', openFixture(), kwargs)
      expect(['#W1', '#W2', '#W3'].map((id) => show(fresh, 'orders', id))).toEqual(before)
    }),
  )
})

describe('a megabyte in every place', () => {
  const long = '20'.repeat(2 ** 19)
  test.each(retailTools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
    for (const each of [long, [long], Array.from<string>({ length: 2 ** 17 }).fill('201')]) {
      const kwargs = new Map<string, PythonValue>(tool.parameters.map((name) => [name, each]))
      for (const orderId of ['#W1', '#W2']) {
        if (kwargs.has('order_id')) kwargs.set('order_id', orderId)
        if (kwargs.has('payment_method_id')) kwargs.set('payment_method_id', 'gift_card_1')
        expect(callTool(tool, 'retail', openFixture(), kwargs)).toBeTypeOf('string')
      }
    }
  })
})
