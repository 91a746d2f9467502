import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
import { beforeAll, expect, test } from 'vitest'
import { talk } from '../../test/counter-agent.ts'
import { skillStateHere } from '../../test/here.ts'
import { emptyFolder } from '../../test/skill-state.ts'

const [same, later] = ['counter-agent.ts', 'grown-agent.ts'].map((file) =>
  join(import.meta.dirname, '../../test', file),
) as [string, string]
let folder = ''

beforeAll(async () => {
  folder = emptyFolder()
  await talk(fileSessions(folder), 'a', 3)
  await talk(sqliteSessions(folder), 'b', 4)
  await talk(fileSessions(folder), 'c', 5.5)
})

test('an agent that is the same passes, and nothing is asked or written', async () => {
  const told = await skillStateHere(['regress', folder, '--with', same])
  expect(told).toEqual({
    code: 0,
    stdout: '0 of 3 sessions would go otherwise; 3 steps were compared.\n',
    stderr: '',
  })
})

test('a changed agent fails with like differences together, and the step from which each session differs', async () => {
  const { code, stdout } = await skillStateHere(['regress', folder, '--with', later])
  expect(code).toBe(1)
  expect(stdout).toContain('3 of 3 sessions would go otherwise')
  expect(stdout).toContain('3 sessions, 3 steps: prompt, instructions lines 8–9, ## State\n')
  expect(stdout).toMatch(/1 session, 1 step: (migration|patch), .*\n {2}first in .*c\.jsonl, step 1\n/)
  expect(stdout).toMatch(/b\.sqlite: step 1, prompt, instructions lines 8–9/)
})

test('JSON, JUnit and the page say the same', async () => {
  const [junit, html] = ['junit.xml', 'page.html'].map((file) => join(emptyFolder(), file)) as [
    string,
    string,
  ]
  const args = ['regress', folder, '--with', later, '--json', '--junit', junit, '--html', html]
  const { differences, sessions } = JSON.parse((await skillStateHere(args)).stdout)
  expect(sessions).toHaveLength(3)
  expect(differences[0]).toMatchObject({ step: 0, part: 'prompt', place: 'instructions lines 8–9, ## State' })
  const tests = readFileSync(junit, 'utf8')
  expect(tests).toContain('<testsuite name="skill-state regress" tests="3" failures="3">')
  expect(tests).toContain('<failure message="step 1: prompt, instructions lines 8–9, ## State')
  expect(readFileSync(html, 'utf8')).toContain('3 of 3 sessions would go otherwise')
})

test('a model is asked what it would decide, its replies can be kept, and its limits hold', async () => {
  const model = join(emptyFolder(), 'model.mjs')
  const text = '{"state_patch": {"count": 7}, "action": {"reply": "Noted."}}'
  const response = { text, finishReason: 'stop', usage: {}, model: 'm' }
  const capabilities = { maxOutputTokens: 10, contextTokens: 10_000 }
  writeFileSync(
    model,
    `export default { id: 'm', capabilities: ${JSON.stringify(capabilities)}, generate: async () => (${JSON.stringify(response)}) }`,
  )
  const args = ['regress', join(folder, 'a.jsonl'), '--with', same, '--model', model]
  const limited = await skillStateHere([...args, '--max-tokens', '50'])
  expect(limited).toMatchObject({ code: 1, stdout: expect.stringContaining('It was asked no more: ') })
  const { code, stdout } = await skillStateHere([...args, '--cache', emptyFolder()])
  expect(code).toBe(1)
  expect(stdout).toContain('The model was asked about 1 steps')
  expect(stdout).toContain('1 session, 1 step: decision, patch\n')
  expect(stdout).toContain('  was  {"count":3}\n  now  {"count":7}\n')
})
