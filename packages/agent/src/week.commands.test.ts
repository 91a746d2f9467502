import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** More of them, in databases too: `npx -y pnpm@12.21.0 week --conversations 100 --kills --store sqlite`. */
test('a week of a process that is killed at random instants loses and doubles nothing', () => {
  const program = fileURLToPath(new URL('../test/week/main.ts', import.meta.url))
  const flags = ['--conditions=@skill-state/source', '--disable-warning=ExperimentalWarning']
  const given = [
    '--conversations',
    '2',
    '--seed',
    '3',
    '--turns',
    '12',
    '--slips',
    '0',
    '--kills',
    '--notes',
    '--store',
    'file',
  ]
  // With a fault it ends with another exit code than 0.
  const told = execFileSync(process.execPath, [...flags, program, ...given], { encoding: 'utf8' })
  expect(told).toMatch(/^conversations +2\n[\s\S]*^deaths +[1-9]/m)
})
