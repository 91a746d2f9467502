import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HOMES, type HookHome, REJECTED } from '../../../test/hook-homes.ts'
import { installation, quietly, scratchHome } from '../../../test/hooks-home.ts'
import { installHooks, removeHooks } from './install.ts'

afterEach(() => vi.unstubAllEnvs())

/** Writes the files of a home. */
function furnish(home: string, { files, isLinked, mode }: HookHome): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(home, name)
    mkdirSync(dirname(file), { recursive: true })
    const target = isLinked ? join(home, `dotfiles-${Object.keys(files).indexOf(name)}`) : file
    writeFileSync(target, text)
    if (isLinked) symlinkSync(target, file)
    if (mode !== undefined) chmodSync(target, mode)
  }
}

/** Every file but ours, with its bytes, its mode and whether it is a link. */
function filesIn(home: string, folder = ''): readonly unknown[] {
  return readdirSync(join(home, folder)).flatMap((name): readonly unknown[] => {
    const path = join(folder, name)
    if (path === '.skill-state') return []
    if (statSync(join(home, path)).isDirectory()) return filesIn(home, path)
    const isLink = lstatSync(join(home, path)).isSymbolicLink()
    return [[path, isLink, statSync(join(home, path)).mode & 0o777, readFileSync(join(home, path), 'latin1')]]
  })
}

describe('install and remove leave every byte as it was:', () => {
  test.each(Object.entries(HOMES))('%s', async (_, given) => {
    const home = scratchHome()
    furnish(home, given)
    const before = filesIn(home)
    const { value, printed } = await quietly(() => installHooks(given.host, installation, true))
    expect(value).toBe(0)
    expect(printed).toContain('hooks run')
    const after = filesIn(home)
    expect(after).not.toEqual(before)
    expect(await quietly(() => removeHooks(given.host, true))).toMatchObject({ value: 0 })
    expect(filesIn(home)).toEqual(before)
    expect(readdirSync(join(home, '.skill-state', 'installed'))).toEqual([])
  })

  test('an extension of pi', async () => {
    const home = scratchHome()
    await quietly(() => installHooks('pi', installation, true))
    const file = join(home, '.pi/agent/extensions/skill-state.ts')
    expect(readFileSync(file, 'utf8')).toMatch(/"hooks","run"\]\nconst TOOLS = \[\{"name":"state_get"/)
    await quietly(() => removeHooks('pi', true))
    expect(filesIn(home)).toEqual([])
  })
})

describe('install changes nothing, and says why:', () => {
  test.each(Object.entries(REJECTED))('%s', async (_, [given, reason]) => {
    const home = scratchHome()
    furnish(home, given)
    const before = filesIn(home)
    await expect(quietly(() => installHooks(given.host, installation, true))).rejects.toThrow(reason)
    expect(filesIn(home)).toEqual(before)
    expect(existsSync(join(home, '.skill-state'))).toBe(false)
  })
})

const ours = (text: string): number => text.split('hooks run').length - 1

test('our group is the last one of each event, so that trust by place stays with the others', async () => {
  const home = scratchHome()
  furnish(home, HOMES['hooks of others'] as HookHome)
  await quietly(() => installHooks('claude-code', installation, true))
  const { hooks } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'))
  expect(Object.keys(hooks)).toHaveLength(7)
  expect(hooks.PostToolUse).toHaveLength(2)
  expect(hooks.PostToolUse[0].hooks[0].command).toBe('true')
  expect(hooks.PostToolUse[1].hooks[0]).toMatchObject({ type: 'command', timeout: 10 })
})

test('a second installation changes nothing', async () => {
  const home = scratchHome()
  await quietly(() => installHooks('claude-code', installation, true))
  const before = filesIn(home)
  expect(await quietly(() => installHooks('claude-code', installation, true))).toMatchObject({
    value: 0,
    printed: expect.stringContaining('are installed'),
  })
  expect(filesIn(home)).toEqual(before)
})

describe('after the host has written its file anew,', () => {
  test('our groups are removed, and what was added stays', async () => {
    const home = scratchHome()
    const file = join(home, '.claude/settings.json')
    furnish(home, HOMES['hooks of others'] as HookHome)
    const before = JSON.parse(readFileSync(file, 'utf8'))
    await quietly(() => installHooks('claude-code', installation, true))
    const now = { ...JSON.parse(readFileSync(file, 'utf8')), permissions: { allow: ['Bash'] } }
    writeFileSync(file, JSON.stringify(now, undefined, 4))
    expect(await quietly(() => removeHooks('claude-code', true))).toMatchObject({ value: 0 })
    const { SessionEnd: _, ...hooks } = before.hooks
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...before,
      hooks,
      permissions: { allow: ['Bash'] },
    })
  })

  test('our lines of TOML are removed, and what was added stays', async () => {
    const home = scratchHome()
    const file = join(home, '.codex/config.toml')
    furnish(home, HOMES['TOML with comments'] as HookHome)
    const before = readFileSync(file, 'utf8')
    await quietly(() => installHooks('codex', installation, true))
    const trust = '\n[hooks.state."x"]\ntrusted_hash = "1"\n'
    writeFileSync(file, `${readFileSync(file, 'utf8')}${trust}`)
    expect(await quietly(() => removeHooks('codex', true))).toMatchObject({ value: 0 })
    expect(readFileSync(file, 'utf8')).toBe(`${before}${trust}`)
  })

  test('a file whose lines of ours were changed is left alone, and named', async () => {
    const home = scratchHome()
    const file = join(home, '.codex/config.toml')
    await quietly(() => installHooks('codex', installation, true))
    const text = readFileSync(file, 'utf8').replace('timeout = 3', 'timeout = 2')
    writeFileSync(file, text)
    const { value, printed } = await quietly(() => removeHooks('codex', true))
    expect([value, printed]).toEqual([
      1,
      expect.stringMatching(/config\.toml was changed at our lines: remove by hand/),
    ])
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(ours(text)).toBeGreaterThan(0)
  })
})

test('the own command of a host registers the tools, if it is there', async () => {
  const home = scratchHome()
  const log = join(home, 'calls')
  writeFileSync(join(home, 'bin/claude'), `#!/bin/sh\necho "$@" >> '${log}'\n`, { mode: 0o755 })
  await quietly(() => installHooks('claude-code', installation, true))
  await quietly(() => removeHooks('claude-code', true))
  expect(readFileSync(log, 'utf8').split('\n').slice(0, 3)).toEqual([
    '--version',
    expect.stringMatching(/^mcp add --scope user skill-state -- .* hooks serve$/),
    'mcp remove --scope user skill-state',
  ])
})

test('an unknown host is rejected', async () => {
  scratchHome()
  await expect(quietly(() => installHooks('toString', installation, true))).rejects.toThrow(
    /use one of claude-code, codex, pi/,
  )
})
