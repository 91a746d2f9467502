import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runPlanted } from './planted-tests.ts'

const files = {
  'packages/planted/src/planted.test.ts': `
    import { test } from 'vitest'
    test('left out: a box', ({ skip }) => skip('bubblewrap'))
    test('left out: another box', ({ skip }) => skip('bubblewrap'))
    test.skip('compares with Python (needs python3)', () => {})
    test('passes', () => {})
  `,
}
const complete = {
  'packages/planted/src/planted.test.ts': `import { test } from 'vitest'\ntest('passes', () => {})`,
}

test('says in one line what was left out, and passes', async () => {
  const { code, stderr } = await runPlanted(files)
  expect(stderr).toContain('\nLeft out: Tests that need bubblewrap (2); python3 (1).\n')
  expect(code).toBe(0)
})

test.each(['default', 'dot', 'json'])('fails with CI set, by the reporter %s', async (reporter) => {
  const { code, stderr } = await runPlanted(files, { args: [`--reporter=${reporter}`], env: { CI: 'true' } })
  expect(stderr).toContain(
    '\nLeft out: With CI set, none may be left out. Tests that need bubblewrap (2); python3 (1).\n',
  )
  expect(code).toBe(1)
})

test('fails with CI set if something else is left out than what CI is known to lack', async () => {
  const { code } = await runPlanted(files, { env: { CI: 'true', CI_LACKS: 'bubblewrap' } })
  expect(code).toBe(1)
})

test('passes with CI set if all that is left out is known to lack', async () => {
  const text = `import { test } from 'vitest'\ntest('left out', ({ skip }) => skip('../shared/x beside the clone'))`
  const lacking = { 'packages/planted/src/planted.test.ts': text }
  const { code, stderr } = await runPlanted(lacking, { env: { CI: 'true', CI_LACKS: '../shared' } })
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('\nLeft out: Tests that need ../shared/x beside the clone (1).\n'),
  ])
})

test('leaves out nothing that only has another name than those asked for', async () => {
  const { code, stderr } = await runPlanted(files, { args: ['-t', 'passes'], env: { CI: 'true' } })
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Left out')])
})

test('says why a sandbox that is there does not work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broken-bubblewrap-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755) // also for the user of a sandbox, which root does not run itself
  writeFileSync(
    join(folder, 'bwrap'),
    '#!/bin/sh\necho "bwrap: no permission to make a namespace" >&2\nexit 1\n',
    {
      mode: 0o755,
    },
  )
  const needs = join(import.meta.dirname, '../packages/sandbox/src/vitest.ts')
  const text = `import { needsSandbox } from '${needs}'\nawait needsSandbox(() => {}, 'bwrap')`
  const { stderr } = await runPlanted(
    { 'packages/planted/src/planted.test.ts': text },
    { env: { PATH: `${folder}:/usr/bin:/bin` } },
  )
  expect(stderr).toMatch(
    /Left out: Tests that need a sandbox: .*no permission to make a namespace.* \(1\)\.\n/,
  )
})

test('passes with CI set if nothing is left out', async () => {
  const { code, stderr } = await runPlanted(complete, { env: { CI: 'true' } })
  expect(stderr).not.toContain('Left out')
  expect(code).toBe(0)
})
