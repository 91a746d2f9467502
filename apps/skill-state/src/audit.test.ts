import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import { emptyFolder } from '../test/skill-state.ts'

const folder = emptyFolder()
const file = join(folder, 'run.jsonl')
const simulation = {
  task_id: 'a',
  reward_info: { reward: 1 },
  messages: [
    { role: 'user', content: 'Cancel order #W1234567' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', name: 'cancel', arguments: { id: '#W1234567' } }],
    },
    { role: 'tool', id: '1', content: 'done', requestor: 'assistant' },
    { role: 'assistant', content: 'Cancelled.' },
  ],
}
writeFileSync(file, `${JSON.stringify(simulation)}\n{"broken\n`)
writeFileSync(join(folder, 'prompt.txt'), 'You cancel orders.')

describe('audit', () => {
  test('prints all figures as JSON and names a damaged line', async () => {
    const args = ['audit', file, '--prompt', join(folder, 'prompt.txt'), '--write-tools', 'cancel', '--json']
    const { code, stdout, stderr } = await skillStateHere(args)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^skill-state: .*run\.jsonl:2: not JSON: .*; skipped\n$/)
    expect(JSON.parse(stdout)).toMatchObject({ episodes: 1, calls: 2, write: { needs: { sourced: 1 } } })
  })

  test('tells what is damaged in one line a file', async () => {
    const torn = join(folder, 'torn.jsonl')
    writeFileSync(torn, `{"broken\n`.repeat(250))
    const { stderr } = await skillStateHere(['audit', torn, file])
    expect(stderr).toMatch(
      /torn\.jsonl:1: not JSON: [^\n]*; and 249 more in this file\n[^\n]*run\.jsonl:2: [^\n]*\n$/,
    )
  })

  test('prints a report with the policies that are asked for', async () => {
    const { stdout } = await skillStateHere(['audit', file, '--policy', 'full', '--policy', 'last:4'])
    expect(stdout).toMatch(/^1 episodes with 2 model calls, which needed 1 values/m)
    expect(stdout).toMatch(/^\| last:4 +\| 100\.0 % \|/m)
    expect(stdout).not.toMatch(/last:6/)
    expect(stdout).toMatch(/Name the tools that change something with --write-tools/)
  })

  test('prints two recordings side by side', async () => {
    const { stdout } = await skillStateHere(['audit', file, '--compare', file])
    expect(stdout).toMatch(/^First: 1 episodes.*Second: 1 episodes/m)
  })

  test('writes the report as a page and measures given fields', async () => {
    const [page, fields] = [join(folder, 'audit.html'), join(folder, 'fields.json')]
    writeFileSync(fields, '[{"name":"order","from":{"role":"user","pattern":"#W[0-9]+"}}]')
    const { stdout } = await skillStateHere(['audit', file, '--html', page, '--fields', fields])
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<svg[\s\S]*<\/html>\n$/)
    expect(stdout).toMatch(/^1 fields hold 0 of 0 carried needs/m)
  })

  test.each([
    [/--fields: .*run\.jsonl is not JSON/, [file, '--fields', file]],
    [/last:0.* is unknown; use one of full/, ['--policy', 'last:0', file]],
    [/no such file or folder/, [join(folder, 'missing.jsonl')]],
    [/no recording could be read/, [join(folder, 'prompt.txt')]],
    [/--prompt: cannot read the file/, [file, '--prompt', join(folder, 'none.txt')]],
  ])('says in one line what is wrong: %s', async (message, args) => {
    const { code, stderr } = await skillStateHere(['audit', ...args])
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(/^(skill-state: [^\n]*\n)+$/)
    expect(stderr).toMatch(message)
  })
})

describe('audit of coding sessions', () => {
  const home = join(folder, 'home')
  const secret = 'harbour-0412-zebra'
  mkdirSync(home)
  const lines = [
    { type: 'session', version: 3, id: 's', timestamp: '2026-03-05T08:00:00.000Z', cwd: `/srv/${secret}` },
    { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: `Book ${secret}.` } },
    {
      type: 'compaction',
      id: 'b',
      parentId: 'a',
      summary: 'A booking.',
      firstKeptEntryId: 'b',
      tokensBefore: 9,
    },
    {
      type: 'message',
      id: 'c',
      parentId: 'b',
      message: {
        role: 'assistant',
        content: [{ type: 'toolCall', id: '1', name: 'book', arguments: { secret } }],
      },
    },
  ]
  writeFileSync(
    join(home, 'a.jsonl'),
    `${lines.map((each) => JSON.stringify(each)).join('\n')}\n{"torn":"${secret}`,
  )

  test('names what a compaction lost, and each file in one line', async () => {
    const page = join(home, 'page.html')
    const { code, stdout, stderr } = await skillStateHere(['audit', home, '--html', page])
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^skill-state: .*a\.jsonl: pi 3; 5 records, 1 calls, 1 compactions; damage: line 5 is not JSON; the rest is read\n$/,
    )
    expect(stdout).toMatch(/\| harbour-…ebra *\|.*\| +lost \|/)
    expect(readFileSync(page, 'utf8')).toMatch(/<h2>What you can do next<\/h2>[\s\S]*<svg/)
  })

  test('prints them as JSON, and with --redact without any text of them', async () => {
    const { stdout } = await skillStateHere(['audit', home, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      sessions: [{ format: 'pi', lost: [{ cut: 1, source: 'user' }] }],
    })
    for (const args of [['--json'], []]) {
      const redacted = await skillStateHere(['audit', home, '--redact', ...args])
      expect(`${redacted.stdout}${redacted.stderr}`).not.toContain(secret)
      expect(redacted.stdout).toContain('(18 characters)')
    }
  })

  test('writes a schema for a state of such sessions', async () => {
    const path = join(folder, 'state.schema.json')
    await skillStateHere(['audit', home, '--redact', '--schema', path])
    const text = readFileSync(path, 'utf8')
    expect(Object.keys((JSON.parse(text) as { properties: object }).properties)).toEqual([
      'constraints',
      'tasks',
    ])
    expect(text).not.toContain(secret)
  })

  test('rejects a --since that is no date', async () => {
    const { code, stderr } = await skillStateHere(['audit', home, '--since', 'yesterday'])
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(/--since: yesterday is no date/)
  })
})
