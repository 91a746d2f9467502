import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { skillStateHere } from '../../test/here.ts'
import { emptyFolder, path } from '../../test/skill-state.ts'

function run(
  actions: readonly JsonObject[],
  more: readonly string[] = [],
): ReturnType<typeof skillStateHere> {
  const place = emptyFolder()
  const folder = join(place, 'ending')
  mkdirSync(join(folder, 'docs'), { recursive: true })
  writeFileSync(
    join(folder, 'SKILL.md'),
    '---\nname: ending\ndescription: Ends. Use for ends.\n---\n\nEnd. See docs/z.md and docs/b.md.\n',
  )
  for (const name of ['LICENSE.txt', 'docs/a.md', 'docs/b.md', 'docs/z.md'])
    writeFileSync(join(folder, name), `the text of ${name}`)
  const script = join(place, 'script.json')
  writeFileSync(script, JSON.stringify(actions))
  return skillStateHere(['run', folder, '--model', path('script-model.ts'), ...more], { SCRIPT: script })
}

const end = (ok: boolean, answer: string): JsonObject => ({ finish: { ok, answer, files: [] } })

test('a skill that could not do it has its own exit code and sentence', async () => {
  const done = await run([end(true, 'all done')])
  expect([done.code, done.stdout]).toEqual([0, expect.stringMatching(/^all done\n\n\{/)])
  const not = await run([end(false, 'the form has no fields')])
  expect([not.code, not.stdout]).toEqual([3, expect.stringMatching(/^the form has no fields\n/)])
  expect(not.stderr).toContain('skill-state: the skill could not do it: the form has no fields\n')
  const json = await run([end(false, 'no')], ['--json'])
  const events = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)
  expect(events.at(-1)).toMatchObject({ type: 'finished', ok: false, answer: 'no', files: [] })
})

test('a text is still an answer, and the task can be the second argument', async () => {
  expect((await run([{ finish: 'plain' }])).stdout).toMatch(/^plain\n/)
  const { stdout } = await run([], ['Fill the form', '--dry-run'])
  expect(stdout).toContain('## Task\n\nFill the form\n')
})

test('the newest result comes before what is pinned, for the model and in the progress', async () => {
  const actions = [
    { pin_reference: { name: 'docs/b.md' } },
    { search_references: { text: 'z.md' } },
    end(true, 'x'),
  ]
  const { stderr } = await run(actions)
  expect(stderr).toContain('→ Pinned docs/b.md. [pinned: docs/b.md]\n')
  expect(stderr).toMatch(/→ Found 1 times:.* \[pinned: docs\/b\.md\]\n/)
})

test('references are offered in the order in which SKILL.md names them, and licences last', async () => {
  const { stdout } = await run([], ['--dry-run'])
  expect([...stdout.matchAll(/^- (\S+) \(\d+ characters\)$/gm)].map(([, name]) => name)).toEqual([
    'docs/z.md',
    'docs/b.md',
    'docs/a.md',
    'LICENSE.txt',
  ])
})
