import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bench, emptyFolder } from '../../test/bench.ts'

const column = fileURLToPath(new URL('../../../../docs/examples/own-column.ts', import.meta.url))

test('a column of a module is computed for a recorded run, and nothing is played', async () => {
  const cwd = emptyFolder()
  expect((await bench('run scaling --horizon 10 --seeds 1 --out run', { cwd })).code).toBe(0)
  const scored = await bench(['score', 'run', '--columns', column, '--format', 'csv'], { cwd })
  const [head = '', ...rows] = scored.stdout.split('\r\n')
  const at = head.split(',').indexOf('charsPerStep')
  const own = rows.filter((row) => row.startsWith('warehouse')).map((row) => Number(row.split(',')[at]))
  expect(own).toHaveLength(5)
  for (const value of own) expect(value).toBeGreaterThan(100)

  writeFileSync(join(cwd, 'none.mjs'), 'export default { id: 1 }')
  const cases = {
    'absent.ts': /there is no file absent\.ts/,
    'none.mjs': /the default export of none\.mjs is no column/,
  }
  for (const [file, message] of Object.entries(cases)) {
    const { code, stderr } = await bench(`score run --columns ${file}`, { cwd })
    expect([code, stderr.trimEnd().split('\n')]).toEqual([2, [expect.stringMatching(message)]])
  }
})
