import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeSharedData } from '../test/shared-data.ts'
import figures from './published-figures.json' with { type: 'json' }

describeSharedData('paper', 'the published figures', (folder) => {
  test('are the record of the paper', () => {
    expect(figures).toEqual(JSON.parse(readFileSync(join(folder, 'tables.json'), 'utf8')))
  })
})
