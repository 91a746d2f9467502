import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import { host } from '../test/mcp-host.ts'
import { emptyFolder, path, server } from '../test/skill-state.ts'

describe('serve --mcp', () => {
  test('runs a skill for a host, and after a restart still waits for the same approval', async () => {
    const folder = emptyFolder()
    const [skill, script, note] = ['notes', 'script.json', 'note.txt'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    mkdirSync(skill)
    writeFileSync(
      join(skill, 'SKILL.md'),
      '---\nname: notes\ndescription: Takes notes.\n---\n\nSee guide.md.\n',
    )
    writeFileSync(join(skill, 'guide.md'), 'Write one.')
    const actions = [
      { read_reference: { name: 'guide.md' } },
      { write_file: { path: note, content: 'one' } },
      { reply: 'Noted.' },
    ]
    writeFileSync(script, JSON.stringify(actions))
    const sessions = join(folder, 'sessions')
    const args = [skill, '--sessions', sessions, '--model', path('script-model.ts'), '--max-steps', '3']
    const tools = [
      '--server',
      server('filesystem', folder),
      '--tools',
      'write_file',
      '--approve',
      'write_file',
    ]
    await host([...args, ...tools], { SCRIPT: script }, async (call, client) => {
      expect((await client.listTools()).tools[0]?.description).toMatch(/^Takes notes\. /)
      expect(await call('send', { session: 'ada', message: 'Note one' })).toMatchObject({
        status: 'waiting',
        steps: 1,
      })
    })
    expect(existsSync(note)).toBe(false)
    await host([...args, ...tools], { SCRIPT: script }, async (call) => {
      const answer = { session: 'ada', step: 1, approve: true }
      expect(await call('answer_approval', answer)).toMatchObject({ status: 'replied', reply: 'Noted.' })
      expect(readFileSync(note, 'utf8')).toBe('one')
      const limited = { status: 'limit', limit: 'session.steps' }
      expect(await call('send', { session: 'ada', message: 'Once more' })).toMatchObject(limited)
    })
    const { stdout } = await skillStateHere(['history', join(sessions, 'ada.jsonl')])
    expect(stdout).toMatch(/read_reference .* → .*Write one\.[\s\S]*\(approved\) +write_file/)
  })

  test.each([
    ['puts a question of a server to the host', { elicitation: { form: {} } }, /Name: Ada/],
    ['cancels a question of a server if the host cannot ask', {}, /cancelled/i],
  ])('%s', async (_, capabilities, answer) => {
    const folder = emptyFolder()
    const [skill, script] = [join(folder, 'asks'), join(folder, 'script.json')]
    mkdirSync(skill)
    writeFileSync(join(skill, 'SKILL.md'), '---\nname: asks\ndescription: Asks.\n---\n\nAsk.\n')
    const actions = [{ 'trigger-elicitation-request': {} }, { reply: 'Thanks.' }]
    writeFileSync(script, JSON.stringify(actions))
    const sessions = join(folder, 'sessions')
    const args = [
      skill,
      '--sessions',
      sessions,
      '--model',
      path('script-model.ts'),
      '--server',
      server('everything'),
    ]
    const asked: string[] = []
    await host(
      args,
      { SCRIPT: script },
      async (call, client) => {
        if ('elicitation' in capabilities)
          client.setRequestHandler('elicitation/create', ({ params }) => {
            asked.push(params.message)
            return { action: 'accept', content: { name: 'Ada' } }
          })
        expect(await call('send', { session: 'a', message: 'Ask' })).toMatchObject({ reply: 'Thanks.' })
      },
      capabilities,
    )
    const { stdout } = await skillStateHere(['history', join(sessions, 'a.jsonl')])
    expect(stdout).toMatch(answer)
    expect(asked).toEqual(
      'elicitation' in capabilities ? [expect.stringMatching(/^The server ".*" asks: /)] : [],
    )
  })

  test('rejects a message above 10 MB, and that one alone', async () => {
    await host([path('served-agent.ts'), '--sessions', join(emptyFolder(), 's')], {}, async (call) => {
      const large = call('send', { session: 'b', message: 'x'.repeat(11_000_000) })
      await expect(large).rejects.toThrow(/it has more than 10 MB/)
      expect(await call('send', { session: 'a', message: 'Count' })).toMatchObject({ reply: 'One.' })
    })
  })

  test('runs an agent in a file', async () => {
    const args = [path('served-agent.ts'), '--sessions', join(emptyFolder(), 's')]
    await host(args, {}, async (call, client) => {
      expect((await client.listTools()).tools[0]?.description).toMatch(/^Counts sheep\. /)
      expect(await call('send', { session: 'a', message: 'Count' })).toMatchObject({ reply: 'One.' })
      expect(await call('read_state', { session: 'a' })).toEqual({ state: { sheep: 1 } })
    })
  })
})
