import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { emptyFolder, type Finished, path, server, skillState } from '../test/skill-state.ts'

const NOTE = 'note.txt'

/** A skill with a script that writes a note twice, and finishes. */
function place(): {
  readonly note: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
} {
  const folder = emptyFolder()
  const [skill, script, note] = [join(folder, 'notes'), join(folder, 'script.json'), join(folder, NOTE)]
  mkdirSync(skill)
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: notes\ndescription: Takes notes.\n---\n\nWrite.\n')
  const write = (content: string): JsonObject => ({ write_file: { path: note, content } })
  writeFileSync(script, JSON.stringify([write('one'), write('two'), { finish: 'done' }]))
  appendFileSync(note, '')
  const args = ['run', skill, '--model', path('script-model.ts'), '--mcp', server('filesystem', folder)]
  return { note, env: { SCRIPT: script }, args: [...args, '--tools', 'write_file,read_text_file'] }
}

const type = (
  { args, env }: ReturnType<typeof place>,
  more: readonly string[],
  options: Parameters<typeof skillState>[1] = {},
): Promise<Finished> => skillState([...args, ...more], { env, ...options })

describe('--approve', () => {
  test('asks before each call, does what is approved and tells the model why not', async () => {
    const here = place()
    const { code, stderr } = await type(here, ['--approve', 'write_file'], { input: 'y\ntoo risky\n' })
    expect([code, readFileSync(here.note, 'utf8')]).toEqual([0, 'one'])
    expect(stderr.match(/approve\? y, or the reason why not/g)).toHaveLength(2)
    expect(stderr).toMatch(/^ {3}1 {2}write_file .* → Successfully wrote/m)
    expect(stderr).toMatch(
      /^ {3}2 {2}write_file .* → \(rejected\) A person did not approve this call: too risky/m,
    )
  })

  test('asks without it before calls that a server calls destructive', async () => {
    const here = place()
    const { stderr } = await type(here, [], { input: 'y\nno\n' })
    expect([readFileSync(here.note, 'utf8'), stderr.match(/approve\?/g)?.length]).toEqual(['one', 2])
  })

  test('waits without an answer, and the same command asks again', async () => {
    const here = place()
    const args = ['--approve', 'write_file', '--journal', join(here.note, '../run.journal')]
    const first = await type(here, args)
    expect([first.code, readFileSync(here.note, 'utf8')]).toEqual([1, ''])
    expect(first.stderr).toMatch(
      /not finished: step 1 waits for an approval: write_file .*; the same command resumes/,
    )
    const second = await type(here, args, { input: 'yes\ny\n' })
    expect([second.code, readFileSync(here.note, 'utf8')]).toEqual([0, 'two'])
  })

  test('ends at Ctrl-C while it asks', async () => {
    const here = place()
    let sent = false
    const { code, stderr } = await type(here, ['--approve', 'write_file'], {
      input: null,
      onError: (text, child) => {
        if (sent || !text.includes('approve?')) return
        sent = true
        child.kill('SIGINT')
      },
    })
    expect([code, readFileSync(here.note, 'utf8')]).toEqual([130, ''])
    expect(stderr).toContain('not finished: step 1 waits for an approval')
  })
})

test('--json prints each event as a line of JSON, and nothing else', async () => {
  const { code, stdout } = await type(place(), ['--json', '--approve', 'none'])
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(events.map(({ type: kind }) => kind)).toEqual(['started', 'step', 'step', 'step', 'finished'])
  expect(events[0]).toMatchObject({
    skill: 'notes',
    model: 'script',
    tools: ['read_text_file', 'write_file'],
  })
  expect(events[1]).toMatchObject({ step: 1, refused: false, patch: { done: { taken: '1' } } })
  expect(events.at(-1)).toMatchObject({
    answer: 'done',
    steps: 3,
    state: { done: { taken: '3' } },
    usage: { calls: 3, inputTokens: 3_000, cachedInputTokens: 2_400, outputTokens: 30 },
  })
})
