import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
import { expect, test } from 'vitest'
import { talk } from '../../test/counter-agent.ts'
import grown from '../../test/grown-agent.ts'
import { skillStateHere } from '../../test/here.ts'
import { emptyFolder } from '../../test/skill-state.ts'

const later = join(import.meta.dirname, '../../test/grown-agent.ts')

test('migrate says what would happen to each session, writes nothing in a dry run, and then does it', async () => {
  const folder = emptyFolder()
  await talk(fileSessions(folder), 'a', 3)
  await talk(sqliteSessions(folder), 'b', 4)
  const args = ['migrate', folder, '--with', later]
  const said = (done: string): string =>
    [
      `${join(folder, 'a.jsonl')}: ${done} from schema version 1 to 2: {"total":3,"unit":"piece"}\n`,
      `${join(folder, 'b.sqlite')}: ${done} from schema version 1 to 2: {"total":4,"unit":"piece"}\n`,
    ].join('')
  const before = contents(folder)
  expect(await skillStateHere([...args, '--dry-run'])).toEqual({
    code: 0,
    stdout: said('would be migrated'),
    stderr: '',
  })
  expect(contents(folder)).toEqual(before)
  expect(await skillStateHere(args)).toMatchObject({ code: 0, stdout: said('migrated') })
  const session = await grown.open({ id: 'a', store: fileSessions(folder) })
  expect(session.state).toEqual({ total: 3, unit: 'piece' })
  await session.close()
  const after = contents(folder)
  expect((await skillStateHere(args)).stdout).toContain('a.jsonl: fits schema version 2 as it is\n')
  expect(contents(folder)).toEqual(after)
})

test('migrate names the sessions that cannot be opened, and leaves them alone', async () => {
  const folder = emptyFolder()
  await talk(fileSessions(folder), 'a', 3.5)
  const before = contents(folder)
  const told = await skillStateHere(['migrate', folder, '--with', later])
  expect(told).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('does not fit the skill at "/total"'),
  })
  expect(contents(folder)).toEqual(before)
})

test('a dry run also says which earlier states cannot be migrated, to which an undo would lead', async () => {
  const folder = emptyFolder()
  await talk(fileSessions(folder), 'a', 3.5)
  await talk(fileSessions(folder), 'a', 4)
  const told = await skillStateHere(['migrate', folder, '--with', later, '--dry-run'])
  expect(told).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /its last state would be migrated, but not \d of those before it, first in step 1: .*\/total/,
    ),
  })
})

function contents(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const)
}
