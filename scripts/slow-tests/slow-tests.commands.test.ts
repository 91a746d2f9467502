import { expect, test } from 'vitest'
import { runPlanted } from '../planted-tests.ts'

const busy = (milliseconds: number): string => `
  const begun = process.cpuUsage()
  const used = () => { const { user, system } = process.cpuUsage(begun); return (user + system) / 1000 }
  while (used() < ${milliseconds});
`
const plain = `import { test } from 'vitest'\ntest('is quick', () => {})`

test('finds a slow file, and what processes cost', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `packages/planted/src/quick-${index}.test.ts`)
  const { code, stdout } = await runPlanted(
    {
      ...Object.fromEntries(names.map((name) => [name, plain])),
      'packages/planted/src/slow.test.ts': `import { test } from 'vitest'\ntest('is slow', () => { ${busy(3000)} })`,
      'packages/planted/src/program.mjs': `import 'node:http'\nimport './part.mjs'\n${busy(1500)}`,
      'packages/planted/src/part.mjs': 'export {}',
      'packages/planted/src/process.test.ts': `
        import { execFileSync } from 'node:child_process'
        import { join } from 'node:path'
        import { test } from 'vitest'
        test('starts a process', () => {
          execFileSync(process.execPath, [join(import.meta.dirname, 'program.mjs')])
        })`,
    },
    { config: 'vitest.slow.config.ts' },
  )
  expect(code).toBe(0)
  const lines = stdout.slice(stdout.indexOf('The 20 slowest of 27 test files')).trim().split('\n')
  expect(lines).toHaveLength(23)
  expect(lines[1]).toMatch(/^ +[3-9]\.\d {2}packages\/planted\/src\/slow\.test\.ts$/)
  expect(lines[2]).toMatch(
    /^ +[1-9]\.\d {2}packages\/planted\/src\/process\.test\.ts \(1 process: [1-9]\.\d, start-up 0\.\d\)$/,
  )
  expect(lines.at(-1)).toMatch(/^Start-up of processes: \d+ %\.$/)
})
