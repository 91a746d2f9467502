import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedFigures } from '@skill-state/report/paper'
import { expect, test } from 'vitest'
import { describeSharedData } from '../test/shared-data.ts'

describeSharedData('paper', 'the published figures', (folder) => {
  test('are the record of the paper', () => {
    expect(publishedFigures).toEqual(JSON.parse(readFileSync(join(folder, 'tables.json'), 'utf8')))
  })
})
