import { expect, test } from 'vitest'
import { randomCalls } from '../../test/tau3/random-calls.ts'
import { smallBank, writeData } from '../../test/tau3/small-data.ts'
import { smallShops } from '../../test/tau3/small-shop.ts'
import { loadTau3 } from './load.ts'

const folder = writeData({ ...smallBank(), ...smallShops() })

test.each(['banking_knowledge', 'airline', 'retail'] as const)('no random call of %s throws', (name) => {
  const domain = loadTau3(folder, name, { variant: 'bm25_grep' })
  expect(randomCalls(domain, 1000)).toEqual([])
})
