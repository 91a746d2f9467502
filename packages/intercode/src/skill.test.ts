import { expect, test } from 'vitest'
import { intercodeSkill } from './skill.ts'

const skill = intercodeSkill({ timeoutMs: 2_500 })

test('the state has the five fields of the paper, and the instructions name each', () => {
  const fields = ['discovered_flags', 'tested_hypotheses', 'active_files', 'working_dir', 'cmd_summary']
  expect(Object.keys(skill.initialState)).toEqual(fields)
  expect(skill.schema).toMatchObject({ required: fields, additionalProperties: false })
  for (const field of fields) expect(skill.instructions).toContain(field)
})

test('the instructions say the time limit that holds, and are short', () => {
  expect(skill.instructions).toContain('within 2.5 seconds')
  expect(skill.instructions.length).toBeLessThan(1_600)
})
