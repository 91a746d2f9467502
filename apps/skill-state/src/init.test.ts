import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import { emptyFolder } from '../test/skill-state.ts'

async function made(): Promise<string> {
  const folder = join(emptyFolder(), 'List Worker')
  expect(await skillStateHere(['init', folder])).toMatchObject({ code: 0, stderr: '' })
  return folder
}

test('init writes a skill that check finds nothing odd about but its folder', async () => {
  const folder = await made()
  const { code, stdout } = await skillStateHere(['check', folder])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^state {8}\.\/state\.schema\.json$/m)
  expect(stdout).toMatch(/references\/details\.md \(text/)
  expect(stdout).not.toMatch(/journal/)
  expect(stdout.match(/^note: .*/gm)).toEqual([
    expect.stringMatching(/not that of the folder, "List Worker"/),
  ])
  expect(await skillStateHere(['init', folder])).toMatchObject({ code: 2 })
})

test('test accepts the recorded session, and names the step that a changed schema rejects', async () => {
  const folder = await made()
  expect(await skillStateHere(['test', folder])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/example\.journal: 2 steps, all accepted\n$/),
  })
  const schema = join(folder, 'state.schema.json')
  writeFileSync(schema, readFileSync(schema, 'utf8').replace('"done"', '"finished"'))
  const { code, stdout } = await skillStateHere(['test', folder])
  expect([code, stdout]).toEqual([1, expect.stringMatching(/1 steps, step 2 is rejected: \/items\/first: /)])
})

test('test says how to record a session if there is none', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: a\ndescription: A.\n---\n\nA.\n')
  const { code, stderr } = await skillStateHere(['test', folder])
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^skill-state: .*no recorded session: keep one with run --journal .*\n$/),
  ])
})

test('audit reads the journal of a run', async () => {
  const { code, stdout } = await skillStateHere([
    'audit',
    join(await made(), 'sessions/example.journal'),
    '--json',
  ])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ episodes: 1, calls: 2 })
})
