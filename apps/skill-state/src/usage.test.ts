import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import { emptyFolder, example, path } from '../test/skill-state.ts'
import { brief } from './brief.ts'
import { serverOf } from './run/tools/server-options.ts'

const model = ['--model', path('inventory-model.ts')]

describe('check', () => {
  test('gives a bound to a skill that brings no schema', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'SKILL.md'), '---\nname: plain\ndescription: D.\n---\nGo.')
    const { stdout } = await skillStateHere(['check', folder])
    const [, chars = 'Infinity'] = /^bound .*at most (\d+) characters/m.exec(stdout) ?? []
    expect(Number(chars)).toBeLessThan(160_000)
    const [, likely = '0'] = /^likely .*about (\d+) characters/m.exec(stdout) ?? []
    expect(Number(likely)).toBeGreaterThan(2_000)
    expect(Number(likely)).toBeLessThan(Number(chars) / 2)
  })

  test('prints notes, and the places of a schema without a bound', async () => {
    const folder = emptyFolder()
    writeFileSync(
      join(folder, 'SKILL.md'),
      '---\nname: Odd\ndescription: D.\nmetadata:\n  skill-state: s.json\n---\nGo.',
    )
    writeFileSync(
      join(folder, 's.json'),
      '{"type":"object","properties":{"notes":{"type":"string"}},"additionalProperties":false}',
    )
    const { code, stdout } = await skillStateHere(['check', folder])
    expect([code, stdout.match(/^note: /gm)?.length]).toEqual([0, 2])
    expect(stdout).toMatch(/^bound .*without a bound: \/notes/m)
    expect(stdout).not.toMatch(/^likely/m)
  })
})

describe('a dry run', () => {
  test('shows bound and instructions, and asks no model', async () => {
    const { code, stdout } = await skillStateHere([
      'run',
      example,
      '--dry-run',
      '--task',
      'Count\nthem',
      '--pin',
      'references/format.md',
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^prompt of at most \d+ characters/)
    expect(stdout).toMatch(
      /# Folder inventory[\s\S]*## State[\s\S]*## References[\s\S]*## Actions[\s\S]*## Task\n\nCount\nthem\n$/,
    )
  })
})

describe('one line and an exit code for', () => {
  const folder = emptyFolder()
  const served = ['--mcp', '--sessions', folder]
  writeFileSync(join(folder, 'not-a-journal'), 'hello\n')
  writeFileSync(join(folder, 'no-model.ts'), 'export default 1\n')
  writeFileSync(join(folder, 'any.ts'), "export default { id: 'any', generate: () => {} }\n")
  writeFileSync(join(folder, 'prices.json'), '{"prices": {"date": "2026-01-02", "inptu": 1}}')
  test.each<[string, number, RegExp, readonly string[]]>([
    ['an unknown command', 2, /unknown command/, ['walk']],
    ['no folder', 2, /name a skill, or a folder of skills by --skills/, ['run']],
    ['a folder that is missing', 2, /there is no folder/, ['run', '/nowhere', ...model]],
    ['a folder without a skill', 2, /has no SKILL\.md/, ['check', folder]],
    ['serve without a protocol', 2, /required option '--mcp'/, ['serve', example, '--sessions', folder]],
    ['serve without a folder', 2, /required option '--sessions/, ['serve', example, '--mcp']],
    ['serve without a model', 2, /--model: name the model that decides/, ['serve', example, ...served]],
    [
      'serve with a file that has no agent',
      2,
      /no-model\.ts: it exports no agent by default/,
      ['serve', join(folder, 'no-model.ts'), ...served],
    ],
    [
      'serve with a model for an agent',
      2,
      /has its own model, tools and limits/,
      ['serve', join(folder, 'no-model.ts'), ...served, ...model],
    ],
    ['no model', 2, /^skill-state: --model: name the model that decides/, ['run', example]],
    ['an unknown provider', 2, /no provider "x"/, ['run', example, '--model', 'x:y']],
    ['a module that is missing', 2, /there is no file/, ['run', example, '--model', './nothing.ts']],
    [
      'a module without a model',
      2,
      /exports no model/,
      ['run', example, '--model', join(folder, 'no-model.ts')],
    ],
    ['another hash', 2, /has the hash [0-9a-f]+, not abc/, ['check', example, '--hash', 'abc']],
    ['an open quote', 2, /has no end/, ['check', example, '--mcp', 'npx "a']],
    ['an empty command', 2, /names no command/, ['check', example, '--mcp', ' ']],
    ['a server that is missing', 1, /no such command/, ['check', example, '--mcp', 'no-such-server']],
    ['an unknown tool', 2, /no server has the tool "x"/, ['check', example, '--tools', 'x']],
    ['an unknown reference', 2, /not a reference of the skill/, ['check', example, '--pin', 'x.md']],
    ['an invalid limit', 2, /--max-steps: "0" is not/, ['run', example, ...model, '--max-steps', '0']],
    [
      'an invalid cost',
      2,
      /--max-cost: "much" is not a number/,
      ['run', example, ...model, '--max-cost', 'much'],
    ],
    [
      'a limit of cost without prices',
      2,
      /--max-cost: no prices of model ollama:m are known; give them in a file by --model-info/,
      ['run', example, '--model', 'ollama:m', '--max-output-tokens', '9', '--max-cost', '1'],
    ],
    [
      'a limit of tokens for replies of any length',
      2,
      /--max-tokens: the longest reply of model any is not known/,
      ['run', example, '--model', join(folder, 'any.ts'), '--max-tokens', '9'],
    ],
    [
      'a file of prices that is misspelt',
      2,
      /--model-info: .*prices\.json: capabilities\.prices has no field "inptu"/,
      ['run', example, '--model', 'ollama:m', '--model-info', join(folder, 'prices.json')],
    ],
    ['too small a result', 2, /maxResultChars/, ['check', example, '--max-result-chars', '10']],
    [
      'an invalid word',
      2,
      /--on-unknown: "x" is not one of/,
      ['run', example, ...model, '--on-unknown', 'x'],
    ],
    [
      'a file that is no journal',
      2,
      /record 1 of the journal is damaged|is not a journal/,
      ['run', example, ...model, '--journal', join(folder, 'not-a-journal')],
    ],
  ])('%s', async (_, code, message, args) => {
    const result = await skillStateHere(args)
    const lines = result.stderr.trim().split('\n')
    expect([result.code, lines.at(-1)]).toEqual([code, expect.stringMatching(message)])
    expect(lines.filter((line) => line.startsWith('skill-state: '))).toHaveLength(1)
    expect(result.stderr).not.toMatch(/^ +at /m)
  })
})

describe('a server as it is typed', () => {
  test.each<[string, ReturnType<typeof serverOf>]>([
    ['npx -y server /a', { command: 'npx', args: ['-y', 'server', '/a'], env: {} }],
    [`'a b' "c d" e'f 'g`, { command: 'a b', args: ['c d', 'ef g'], env: {} }],
    ['X=1 Y="2 3" run A=4', { command: 'run', args: ['A=4'], env: { X: '1', Y: '2 3' } }],
    ['run $(whoami) ; ls | x', { command: 'run', args: ['$(whoami)', ';', 'ls', '|', 'x'], env: {} }],
    ['https://example.com/mcp', { url: 'https://example.com/mcp' }],
  ])('%s', (text, expected) => {
    expect(serverOf(text)).toEqual(expected)
  })

  test('takes a variable from our environment, and names one that is missing', () => {
    process.env.SKILL_STATE_TEST = 'secret'
    expect(serverOf('T=$SKILL_STATE_TEST run')).toEqual({ command: 'run', args: [], env: { T: 'secret' } })
    delete process.env.SKILL_STATE_TEST
    expect(() => serverOf('T=$SKILL_STATE_TEST run')).toThrow(/no environment variable SKILL_STATE_TEST/)
  })
})

test('what servers and models write cannot drive the terminal', () => {
  expect(brief('a\u001b[31m\u202eb\n\u0000c')).toBe('a\uFFFD[31m\uFFFDb \uFFFDc')
  expect(brief('abcdef', 4)).toBe('abc…')
  expect(printable('a\u001b]0;x\u0007\nb\tc')).toBe('a\uFFFD]0;x\uFFFD\nb\tc')
})
