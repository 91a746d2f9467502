import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('loses no commit and doubles no effect when the process is killed at any instant', () => {
  const script = join(import.meta.dirname, '../../scripts/kill.ts')
  const flags = ['--conditions=@skill-state/source', '--disable-warning=ExperimentalWarning']
  const told = execFileSync(process.execPath, [...flags, script, '--kills', '10', '--steps', '1000'], {
    encoding: 'utf8',
  })
  expect(told.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^file: 10 kills in \d+ episodes of 1000 steps: nothing lost, nothing doubled$/),
    expect.stringMatching(/^sqlite: 10 kills in \d+ episodes of 1000 steps: nothing lost, nothing doubled$/),
  ])
})
