import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder, example, server, skillState } from '../test/skill-state.ts'

describe('check', () => {
  test('prints what a skill is, its hash and its bound, with the tools of real servers', async () => {
    const { code, stdout } = await skillState([
      'check',
      example,
      '--mcp',
      server('everything', 'stdio'),
      '--tools',
      'echo,get-sum',
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^name {9}folder-inventory$/m)
    expect(stdout).toMatch(/^hash {9}[0-9a-f]{64}$/m)
    expect(stdout).toMatch(/^files {8}SKILL\.md \(text, .*\n {13}references\/format\.md \(text, /m)
    expect(stdout).toMatch(/^tools {8}echo, get-sum$/m)
    expect(stdout).toMatch(
      /^bound {8}prompt of at most \d+ characters \(fixed \d+, state \d+, observation \d+\)$/m,
    )
  })
})

describe('one line and an exit code for', () => {
  const folder = emptyFolder()
  const module = (name: string, source: string): string => {
    writeFileSync(join(folder, name), source)
    return join(folder, name)
  }
  const model = (generate: string): string => `export default { id: 'own', generate: ${generate} }\n`
  test.each<[string, string, RegExp]>([
    ['throws', model(`() => { throw new Error('out of\\nluck') }`), /threw: out of luck$/],
    ['throws nothing', model(`async () => { throw undefined }`), /threw: undefined$/],
    ['answers nothing', model(`async () => undefined`), /answered without a text/],
    [
      'throws later',
      model(
        `() => { setTimeout(() => { throw null }); return new Promise((done) => setTimeout(done, 60_000)) }`,
      ),
      /something threw null$/,
    ],
  ])('a module that %s', async (name, source, message) => {
    const { code, stderr } = await skillState([
      'run',
      example,
      '--model',
      module(`${name.replaceAll(' ', '-')}.mjs`, source),
    ])
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(message)])
    expect(stderr).not.toMatch(/^ +at /m)
  })

  test.skipIf(!existsSync('/dev/full'))('a journal, and an output, on a full disk', async () => {
    const full = openSync('/dev/full', 'w')
    const check = await skillState(['check', example], { stdout: full })
    expect([check.code, check.stderr]).toEqual([
      1,
      expect.stringMatching(/^skill-state: standard output cannot be written: ENOSPC.*\n$/),
    ])
    closeSync(full)
  })

  test('an output that is closed before all is written', async () => {
    const { code, stderr } = await skillState(['check', example], { stdout: 'closed' })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^skill-state: standard output cannot be written: .*EPIPE\n$/),
    ])
  })

  test('a model that does not listen, at the second Ctrl-C', async () => {
    const deaf = module('deaf.mjs', model(`() => new Promise((done) => setTimeout(done, 600_000))`))
    const sent = new Set<string>()
    const { code, stderr } = await skillState(['run', example, '--model', deaf], {
      onError: (text, child) => {
        for (const mark of ['model own', 'finishing the step under way']) {
          if (sent.has(mark) || !text.includes(mark)) continue
          sent.add(mark)
          child.kill('SIGINT')
        }
      },
    })
    expect([code, stderr]).toEqual([130, expect.stringContaining('stopped at once')])
  })
})
