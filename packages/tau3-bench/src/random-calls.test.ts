import { expect, test } from 'vitest'
import { randomCalls } from '../test/random-calls.ts'
import { smallBank, writeData } from '../test/small-data.ts'
import { smallShops } from '../test/small-shop.ts'
import { loadTau3 } from './load.ts'

const folder = writeData({ ...smallBank(), ...smallShops() })

test.each(['banking_knowledge', 'airline', 'retail'] as const)('no random call of %s throws', (name) => {
  const domain = loadTau3(folder, name, { variant: 'bm25_grep' })
  expect(randomCalls(domain, 1000)).toEqual([])
})
