import { expect, test } from 'vitest'
import { type Database, episodeDatabase } from '../../data/open-database.ts'
import type { PythonValue } from '../../python/value.ts'
import { calculate } from './calculate.ts'

const noDatabase: Database = episodeDatabase(new Map())

function answer(expression: PythonValue): string | undefined {
  return calculate.run(noDatabase, { expression })
}

test.each(['(', '-', '1+', '1', ' ', '1 ', '5(1)', '.', '**', '1**', '(1 ', '()', 'a', '\n'])(
  'a megabyte of %j is answered',
  (part) => {
    expect(answer(part.repeat(2 ** 20 / part.length))).toMatch(/^Error: /)
  },
)
