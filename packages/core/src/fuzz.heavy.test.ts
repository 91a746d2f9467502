import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('survives 20,000 hostile patches, replies, journals and sessions', () => {
  const script = join(import.meta.dirname, '../scripts/fuzz.ts')
  const args = ['--conditions=@skill-state/source', script, '--cases', '20000']
  const told = execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd().split('\n')
  expect(told).toHaveLength(4)
  for (const line of told)
    expect(line).toMatch(/^\w+: [\d,]+ cases, [\d,]+ taken, slowest .* ms, none failed$/)
})
