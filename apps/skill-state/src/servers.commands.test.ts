import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { emptyFolder, type Finished, path, server, skillState } from '../test/skill-state.ts'

/** Runs a skill whose scripted model does these actions with the reference server. */
async function run(
  actions: readonly JsonObject[],
  { more = [], input }: { readonly more?: readonly string[]; readonly input?: string } = {},
): Promise<Finished> {
  const folder = emptyFolder()
  const [skill, script] = [join(folder, 'demo'), join(folder, 'script.json')]
  mkdirSync(skill)
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: demo\ndescription: Tries a server.\n---\n\nTry it.\n')
  writeFileSync(script, JSON.stringify([...actions, { finish: 'done' }]))
  const args = ['run', skill, '--model', path('script-model.ts'), '--mcp', server('everything'), ...more]
  return await skillState(args, { env: { SCRIPT: script }, input, cwd: folder })
}

test("puts a server's question to the person at the terminal", async () => {
  const { code, stderr } = await run([{ 'trigger-elicitation-request': {} }], {
    input: `y\nAda\nyes${'\n'.repeat(20)}`,
  })
  expect(code).toBe(0)
  expect(stderr).toMatch(/the server "[^"]*everything" asks: Please provide inputs.*\nanswer it\? y or n:/s)
  expect(stderr).toMatch(/→ .*Name: Ada/)
})

test("answers a server's question to the model under the limits of the run, and counts it", async () => {
  const ask = [{ 'trigger-sampling-request': { prompt: 'Where?', maxTokens: 9 } }]
  const { code, stdout, stderr } = await run(ask, { more: ['--json'] })
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('rejected')])
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.at(-1)).toMatchObject({ type: 'finished', usage: { calls: 3, inputTokens: 3_000 } })
  expect(events.find(({ type }) => type === 'step').observation).toContain('I follow the script')
  const limited = await run(ask, { more: ['--max-tokens', '5000'] })
  expect([limited.code, limited.stderr]).toEqual([1, expect.stringMatching(/--max-tokens|tokens/)])
})

test('keeps an image of a server in a file beside the journal, by its path', async () => {
  const journal = join(emptyFolder(), 'run.journal')
  const { stdout } = await run([{ 'get-tiny-image': {} }], { more: ['--json', '--journal', journal] })
  const [, file = ''] = /image\/png, \d+ bytes, kept as ([^\]]+)\]/.exec(stdout) ?? []
  expect(file.startsWith(`${journal}.files/`)).toBe(true)
  expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG')
  expect(existsSync(file) && stdout.includes('iVBORw0KGgo')).toBe(false)
})

test('tells the model what a server says of its use, and offers its resources', async () => {
  const { stdout, stderr } = await run([], { more: ['--dry-run'] })
  expect(stdout).toMatch(/^## Server mcp-servers\/everything$/m)
  expect(stdout).toMatch(/^### read_server$/m)
  expect(stderr).toBeDefined()
})

test('shows the progress of a long call', async () => {
  const { stderr } = await run([{ 'trigger-long-running-operation': { duration: 2, steps: 2 } }])
  expect(stderr).toMatch(/… \S+everything trigger-long-running-operation: 1 of 2/)
})
