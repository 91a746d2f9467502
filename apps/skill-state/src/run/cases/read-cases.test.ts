import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSkill } from '@skill-state/agent-skills'
import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../test/skill-state.ts'
import { readCases } from './read-cases.ts'

/** A skill with the cases, and the files evals/files/form.txt and evals/expected/form.txt. */
function skillWith(written: JsonObject | string): string {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: forms\ndescription: Fills. Use it.\n---\n\nFill.\n')
  for (const kind of ['files', 'expected']) {
    mkdirSync(join(folder, 'evals', kind), { recursive: true })
    writeFileSync(join(folder, 'evals', kind, 'form.txt'), kind)
  }
  writeFileSync(
    join(folder, 'evals/evals.json'),
    typeof written === 'string' ? written : JSON.stringify(written),
  )
  return folder
}

test('reads the cases of other hosts, and what is checked here', () => {
  const folder = skillWith({
    skill_name: 'forms',
    evals: [
      { id: 1, prompt: 'Fill it.', expected_output: 'A form.', expectations: ['It is full.'] },
      {
        id: 'two',
        prompt: 'Fill form.txt.',
        files: ['evals/files/form.txt', 'SKILL.md'],
        expected_files: { 'out/form.txt': 'evals/expected/form.txt' },
        checks: ['grep -q full form.txt'],
        expected_ok: false,
      },
    ],
  })
  expect(readCases(folder)).toEqual([
    { id: '1', task: 'Fill it.', files: [], expectedFiles: [], checks: [], ok: true },
    {
      id: 'two',
      task: 'Fill form.txt.',
      files: [
        { from: join(folder, 'evals/files/form.txt'), to: 'form.txt' },
        { from: join(folder, 'SKILL.md'), to: 'SKILL.md' },
      ],
      expectedFiles: [{ from: join(folder, 'evals/expected/form.txt'), to: 'out/form.txt' }],
      checks: ['grep -q full form.txt'],
      ok: false,
    },
  ])
})

test('hides the cases from the model', () => {
  const { files, references } = loadSkill(skillWith({ evals: [] }))
  expect([files.map(({ name }) => name), references]).toEqual([['SKILL.md'], []])
})

const one = { id: 1, prompt: 'Fill it.' }

test.each<[string, JsonObject | string, RegExp]>([
  ['a text that is no JSON', '{', /evals\.json: it is not JSON/],
  ['no list of cases', { skill_name: 'x' }, /evals/],
  ['a misspelt field', { evals: [{ ...one, check: ['true'] }] }, /\/evals\/0.*check/],
  ['an id that is no file name', { evals: [{ ...one, id: '../x' }] }, /\/evals\/0\/id/],
  ['an id that is there twice', { evals: [one, { ...one, id: '1' }] }, /the id 1 is there twice/],
  ['a missing file', { evals: [{ ...one, files: ['evals/files/no.txt'] }] }, /case 1: the skill has no file/],
  ['a file outside', { evals: [{ ...one, files: ['../../etc'] }] }, /case 1: .*(outside|no file)/],
  ['a link that leads out', { evals: [{ ...one, files: ['evals/out'] }] }, /lies outside of the skill/],
])('rejects %s', (_, written, reason) => {
  const folder = skillWith(written)
  symlinkSync('/etc', join(folder, 'evals/out'))
  expect(() => readCases(folder)).toThrow(reason)
})

test('a skill without cases has none', () => {
  expect(readCases(emptyFolder())).toBeUndefined()
})
