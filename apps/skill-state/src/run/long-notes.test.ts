import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillStateHere } from '../../test/here.ts'
import { emptyFolder, path } from '../../test/skill-state.ts'

test('200 steps with notes of 300 characters finish, also when resumed, within the bound', async () => {
  const place = emptyFolder()
  const folder = join(place, 'noting')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'SKILL.md'),
    '---\nname: noting\ndescription: Notes. Use for notes.\n---\n\nNote.\n',
  )
  writeFileSync(join(folder, 'rules.md'), 'rule')
  const [script, prompts] = [join(place, 'script.json'), join(place, 'prompts')]
  const look = { search_references: { text: 'rule' } }
  writeFileSync(script, JSON.stringify([...Array(199).fill(look), { finish: 'all noted' }]))
  writeFileSync(prompts, '')
  const env = { SCRIPT: script, PROMPTS: prompts, NOTE_CHARS: '300' }
  const args = ['run', folder, '--model', path('script-model.ts'), '--journal', join(place, 'run.journal')]
  const first = await skillStateHere([...args, '--max-steps', '150'], env)
  expect(first.stderr).toContain('150 steps are taken')
  const { code, stdout } = await skillStateHere(args, env)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^all noted\n/)])
  const { done, earlier } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  expect(Object.keys(done)).toEqual(Array.from({ length: 20 }, (_, index) => `step ${181 + index}`))
  expect(done['step 200']).toBe(`${'x'.repeat(99)}…`)
  expect(earlier).toMatch(/^….*step 180: x{99}…$/)
  const bound = Number(/prompt of at most (\d+)/.exec(first.stderr)?.[1])
  const lengths = readFileSync(prompts, 'utf8').trim().split('\n').map(Number)
  expect(lengths).toHaveLength(200)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(bound)
})
