import { readFileSync } from 'node:fs'
import { compileSkill } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { stateSectionSchema } from '../compile/state-section.ts'
import { readFrontmatter } from './frontmatter.ts'

const schema = JSON.parse(readFileSync(new URL('../../skill.schema.json', import.meta.url), 'utf8'))

test('the published schema has the state section as it is read', () => {
  const { $schema, ...section } = stateSectionSchema
  expect([schema.$schema, schema.properties.state]).toEqual([$schema, section])
})

const least = { name: 'letters', description: 'Answers letters.' }

test.each([
  [least, true],
  [{ ...least, metadata: { 'skill-state': './state.schema.json' }, 'allowed-tools': ['Bash'] }, true],
  [{ ...least, 'allowed-tools': 'Bash(git:*) Read', license: 'MIT', compatibility: 'Linux' }, true],
  [{ ...least, name: 'Letters' }, false],
  [{ ...least, metadata: { version: 1 } }, false],
  [{ ...least, tools: [] }, false],
  [{ ...least, compatibility: '' }, false],
  [{ name: 'letters', description: 'x'.repeat(1_025) }, false],
])('editor and reader agree about the frontmatter %j', (frontmatter: JsonObject, isGood) => {
  const notes: string[] = []
  readFrontmatter(frontmatter, '/skills/letters', (note) => notes.push(note))
  expect(notes.length === 0).toBe(isGood)
  const compile = (): unknown =>
    compileSkill({ name: 's', instructions: '', schema, initialState: frontmatter })
  if (isGood) expect(compile).not.toThrow()
  else expect(compile).toThrow()
})
