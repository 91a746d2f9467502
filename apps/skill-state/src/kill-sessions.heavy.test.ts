import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('processes that are killed execute each call once or name it as unknown, and end with the state of one that is not', async () => {
  const script = fileURLToPath(new URL('../scripts/kill-sessions.ts', import.meta.url))
  const flags = ['--conditions=@skill-state/source', '--disable-warning=ExperimentalWarning']
  const options = ['--kills', '10', '--messages', '12', '--stores', 'file']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, ...options])
  expect(stdout).toMatch(/^file: 10 kills .*: nothing lost, nothing doubled$/m)
})
