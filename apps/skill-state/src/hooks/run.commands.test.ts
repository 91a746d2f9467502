import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HOMES } from '../../test/hook-homes.ts'
import { hook, installation, program, quietly, scratchHome } from '../../test/hooks-home.ts'
import { installHooks, removeHooks } from './install/install.ts'
import { shellCommand } from './install/program.ts'

afterEach(() => vi.unstubAllEnvs())

const run = shellCommand([...program, 'hooks', 'run'])
const event = (hook_event_name: string, more: object = {}): object => ({
  session_id: '5f0c7f4e-0d5e-4a51-9b43-6a5e2f1c0a77',
  transcript_path: null,
  cwd: '/srv/ferry',
  hook_event_name,
  ...more,
})

/** All that our hooks have written. */
function written(home: string, folder = '.skill-state'): string {
  return readdirSync(join(home, folder), { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name)
      return `${path}\n${entry.isDirectory() ? written(home, path) : readFileSync(join(home, path), 'utf8')}`
    })
    .join('\n')
}

/** The command that is in the settings for an event. */
function installed(home: string, host: string, name: string): string {
  const texts = ['.claude/settings.json', '.codex/hooks.json', '.codex/config.toml'].map((file) => {
    try {
      return readFileSync(join(home, file), 'utf8')
    } catch {
      return ''
    }
  })
  const text = texts.find((each) => each.includes('hooks run')) ?? ''
  expect(text, host).toContain(name)
  const [, command = ''] =
    /(?:"command":|command =) ?("[^\n]*?hooks run")/.exec(text.slice(text.indexOf(name))) ?? []
  return JSON.parse(command)
}

/** Two of them; all with ALL_HOMES=1, in about a minute of CPU time. */
const homes =
  process.env.ALL_HOMES === undefined ? ['hooks of others', 'TOML with hooks of others'] : Object.keys(HOMES)

describe('a session, its compaction and its resumption by the installed command:', () => {
  test.each(homes)('%s', async (name) => {
    const home = scratchHome()
    const given = HOMES[name] ?? { host: 'codex', files: {} }
    for (const [file, text] of Object.entries(given.files)) {
      mkdirSync(join(home, file, '..'), { recursive: true })
      writeFileSync(join(home, file), text)
    }
    await quietly(() => installHooks(given.host, installation, true))
    const command = installed(home, given.host, 'SessionStart')
    const told = async (each: object): Promise<string> => {
      const { code, stdout, stderr } = await hook(command, each, home)
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    }
    expect(await told(event('SessionStart', { source: 'startup' }))).toMatch(
      /^Facts recorded .*\nProject \/srv\/ferry, version 0\n/,
    )
    expect(await told(event('UserPromptSubmit', { prompt: 'Set the offset to 52.' }))).toBe('')
    expect(
      await told(event('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'pnpm test' } })),
    ).toBe('')
    expect(await told(event('PreCompact', { trigger: 'auto' }))).toBe('')
    expect(await told(event('PostCompact', { trigger: 'auto' }))).toBe('')
    const after = await told(event('SessionStart', { source: 'compact' }))
    expect(after).toContain('\nrequest: Set the offset to 52.\n')
    expect(after).toContain('\nphase: compacted (auto)\n')
    expect(after).toContain('\ncommands:\n- pnpm test: done\n')
    expect(await told(event('SessionEnd', { reason: 'other' }))).toBe('')
    expect(await told(event('SessionStart', { source: 'resume' }))).toContain('- pnpm test: done')
    await quietly(() => removeHooks(given.host, true))
    for (const [file, text] of Object.entries(given.files))
      expect(readFileSync(join(home, file), 'utf8')).toBe(text)
  })
})

describe('a hook never stops its host: it ends with 0 and logs', () => {
  test.each<[string, object | string | undefined, RegExp]>([
    ['an input that never ends', undefined, /had not ended after 5000 ms/],
    ['an input that is no JSON', 'hello', /no JSON object/],
    ['an event without a session', { hook_event_name: 'SessionStart' }, /names no session/],
  ])('%s', async (_, input, line) => {
    const home = scratchHome()
    expect(await hook(run, input, home)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(join(home, '.skill-state/hooks.log'), 'utf8')).toMatch(line)
  })

  test('a state that is damaged', async () => {
    const home = scratchHome()
    await hook(run, event('SessionStart'), home)
    const folder = join(home, '.skill-state/projects')
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'damaged\n')
    expect(await hook(run, event('SessionStart'), home)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(join(home, '.skill-state/hooks.log'), 'utf8')).toMatch(
      /is not a journal|cannot be locked/,
    )
  })

  test('a home that cannot be written', async () => {
    const home = scratchHome()
    writeFileSync(join(home, '.skill-state'), '')
    expect(await hook(run, event('UserPromptSubmit', { prompt: 'x' }), home)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })
})

test('sessions of one project at once lose nothing', async () => {
  const home = scratchHome()
  const writers = Array.from({ length: 8 }, (_, at) => `s${at % 2}`)
  await Promise.all(
    writers.map(async (session_id, at) => {
      const patch = { [at < 4 ? 'constraints' : 'decisions']: { [`n${at}`]: 'kept' } }
      await hook(run, event('StateTool', { tool: 'state_patch', input: { patch } }), home)
      const tool_input = { command: `run ${at}` }
      if (at < 4) await hook(run, event('PostToolUse', { tool_name: 'Bash', tool_input, session_id }), home)
    }),
  )
  const texts = await Promise.all(
    ['s0', 's1'].map((session_id) =>
      hook(run, event('SessionStart', { session_id, source: 'compact' }), home),
    ),
  )
  for (const { stdout } of texts) {
    expect(stdout).toContain('Project /srv/ferry, version 8\n')
    expect(stdout.match(/^- n\d: kept$/gm)).toHaveLength(8)
  }
  expect(texts.map(({ stdout }) => stdout.match(/run \d/g)?.toSorted())).toEqual([
    ['run 0', 'run 2'],
    ['run 1', 'run 3'],
  ])
})

test('no file of ours has a secret in full, wherever the host tells it', async () => {
  const home = scratchHome()
  const secret = 'sk-ant-harbour0412zebra'
  const everywhere = {
    session_id: secret,
    cwd: `/srv/${secret}`,
    prompt: `use ${secret}`,
    source: secret,
    reason: secret,
    trigger: secret,
    tool_name: 'Bash',
    tool_input: {
      command: `curl -H "Authorization: Bearer ${secret}" x`,
      file_path: `/srv/${secret}`,
      skill: secret,
    },
    tool_response: { stdout: secret },
    compact_summary: secret,
  }
  const names = ['UserPromptSubmit', 'PostToolUse', 'PostCompact', 'SessionEnd', 'SessionStart', secret]
  for (const name of names)
    expect((await hook(run, { hook_event_name: name, ...everywhere }, home)).code).toBe(0)
  await hook(run, { ...everywhere, hook_event_name: 'PostToolUse', tool_name: 'Edit' }, home)
  const patch = { decisions: { [secret]: secret }, [secret]: secret }
  await hook(
    run,
    { ...everywhere, hook_event_name: 'StateTool', tool: 'state_patch', input: { patch, because: secret } },
    home,
  )
  await hook(run, `{"${secret}`, home)
  expect(written(home)).toContain('(23 characters)')
  expect(written(home)).not.toContain('harbour0412zebra')
})

test('the extension of pi notes, tells and has the tools', async () => {
  const home = scratchHome()
  vi.stubEnv('SKILL_STATE_DEADLINE_MS', '120000')
  await quietly(() => installHooks('pi', installation, true))
  const copy = join(home, 'extension.mjs')
  copyFileSync(join(home, '.pi/agent/extensions/skill-state.ts'), copy)
  const extension = (await import(copy)) as { readonly default: (pi: object) => void }
  type Handler = (event: object, ctx: object) => Promise<{ message?: { content: string } } | undefined>
  type Execute = (id: string, input: object, ...rest: unknown[]) => Promise<{ content: { text: string }[] }>
  const handlers = new Map<string, Handler>()
  const tools = new Map<string, Execute>()
  const sent: string[] = []
  extension.default({
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    registerTool: ({ name, execute }: { name: string; execute: Execute }) => tools.set(name, execute),
    sendMessage: ({ content }: { content: string }) => sent.push(content),
  })
  const ctx = { cwd: '/srv/ferry', sessionManager: { getSessionId: () => 's1' } }
  await handlers.get('session_start')?.({ reason: 'startup' }, ctx)
  const first = await handlers.get('before_agent_start')?.({ prompt: 'Set it to 52.' }, ctx)
  expect(first?.message?.content).toContain('Session s1, version 1')
  expect(await handlers.get('before_agent_start')?.({ prompt: 'Set it to 52.' }, ctx)).toBeUndefined()
  const patch = { decisions: { offset: '52' } }
  const patched = await tools.get('state_patch')?.('1', { patch }, undefined, undefined, ctx)
  expect(patched?.content[0]?.text).toBe(JSON.stringify({ version: 1, state: patch }))
  await handlers.get('session_compact')?.({ reason: 'threshold' }, ctx)
  expect(sent).toEqual([expect.stringContaining('- offset: 52')])
  expect(sent[0]).toContain('phase: compacted (threshold)')
})

test('the tools are served by MCP, for the project in the working folder', async () => {
  const home = scratchHome()
  const args = [...program.slice(1), 'hooks', 'serve']
  const client = new Client({ name: 'host', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: home,
      env: { HOME: home },
      stderr: 'ignore',
    }),
  )
  try {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['state_get', 'state_patch', 'state_why'])
    const patch = { tasks: { tide: 'Set the offset.' } }
    const patched = await client.callTool({ name: 'state_patch', arguments: { patch, because: 'asked' } })
    expect(patched.structuredContent).toEqual({ version: 1, state: patch })
    const why = await client.callTool({ name: 'state_why', arguments: { pointer: '/tasks/tide' } })
    expect(why.structuredContent).toMatchObject({ writtenBy: 'state_patch', because: 'asked' })
    const wrong = await client.callTool({ name: 'state_patch', arguments: { patch: { x: 1 } } })
    expect([wrong.isError, wrong.content]).toMatchObject([
      true,
      [{ text: expect.stringMatching(/^the patch is rejected/) }],
    ])
    const text = await hook(run, event('SessionStart', { cwd: home }), home)
    expect(text.stdout).toContain('- tide: Set the offset.')
  } finally {
    await client.close()
  }
})
