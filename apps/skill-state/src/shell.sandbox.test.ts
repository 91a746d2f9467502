import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { describe, expect, test } from 'vitest'
import { type Call, host } from '../test/mcp-host.ts'
import { emptyFolder, type Finished, path, server, skillState } from '../test/skill-state.ts'

function skill(files: Readonly<Record<string, string>>, name = 'sums'): string {
  const folder = join(emptyFolder(), name)
  const all = { 'SKILL.md': `---\nname: ${name}\ndescription: Adds. Use for sums.\n---\n\nAdd.\n`, ...files }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text, { mode: file.startsWith('scripts/') ? 0o755 : 0o644 })
  }
  return folder
}

/** Types `run` for a skill with a script of actions. */
function run(
  folder: string,
  actions: readonly JsonObject[],
  more: readonly string[],
  kill?: RegExp,
): Promise<Finished> {
  const place = emptyFolder()
  const [script, prompts] = [join(place, 'script.json'), join(place, 'prompts')]
  writeFileSync(script, JSON.stringify(actions))
  writeFileSync(prompts, '')
  return skillState(['run', folder, '--model', path('script-model.ts'), ...more], {
    env: { SCRIPT: script, PROMPTS: prompts },
    onError: (stderr, child) => {
      if (kill?.test(stderr)) child.kill('SIGKILL')
    },
  })
}

const bash = (command: string): JsonObject => ({ bash: { command } })
const finish: JsonObject = { finish: 'done' }

/** Keeps a word once: a step that is repeated after a kill may have been finished. */
const keepOnce = `#!/bin/bash
grep -qsx "$1" /workspace/kept.txt || echo "$1" >> /workspace/kept.txt
cat /workspace/kept.txt
`

/** Three small skills as people publish them: texts alone, scripts, a script and a long text. */
const sessions: readonly {
  readonly name: string
  readonly folder: string
  readonly actions: readonly JsonObject[]
  readonly shows: readonly RegExp[]
}[] = [
  {
    name: 'texts',
    folder: skill({ 'FORMS.md': 'the form', 'docs/rules.txt': `${'line\n'.repeat(4_000)}the rule is 7` }),
    actions: [
      { pin_reference: { name: 'FORMS.md' } },
      { search_references: { text: 'rule is' } },
      { pin_reference: { name: 'docs/rules.txt', from: 19_990 } },
      bash('wc -c < /skill/docs/rules.txt'),
      finish,
    ],
    shows: [/the form/, /docs\/rules\.txt, character 20004/, /200\d\d/],
  },
  {
    name: 'scripts',
    folder: skill({
      'scripts/add.py': 'import sys\nprint(sum(map(int, sys.argv[1:])))',
      'scripts/keep.sh': keepOnce,
    }),
    actions: [
      bash('python3 /skill/scripts/add.py 20 22'),
      bash('/skill/scripts/keep.sh one'),
      bash('/skill/scripts/keep.sh two'),
      bash('tr "\\n" + < kept.txt'),
      finish,
    ],
    shows: [/"42"/, /one\\ntwo"/, /"one\+two\+"/],
  },
  {
    name: 'much output',
    folder: skill({ 'scripts/flood.sh': 'yes 0123456789 | head -c 1000000000\n' }),
    actions: [
      bash('seq 100000'),
      { read_result: { handle: 'result-1', from: 500 } },
      bash('bash /skill/scripts/flood.sh'),
      bash('echo changed >> /skill/SKILL.md; curl -m 1 http://127.0.0.1; echo $?'),
      finish,
    ],
    shows: [
      /kept as result-1/,
      /\[result-1, characters 500 to/,
      /only the first 1000000 bytes.*exit code 141|kept as result-3/,
      /Read-only file system/,
    ],
  },
]

await needsSandbox(() => {
  describe.each(sessions)('a skill of $name', ({ folder, actions, shows }) => {
    test('runs whole through the shell, is killed and continues', async () => {
      const journal = join(emptyFolder(), 'run.journal')
      const args = ['--shell', '--no-workspace', '--journal', journal, '--on-unknown', 'repeat']
      const killed = await run(folder, actions, args, /^ {3}2 {2}/m)
      expect(killed.code).toBeNull()
      const resumed = await run(folder, actions, args)
      expect(resumed).toMatchObject({ code: 0 })
      expect(resumed.stderr).toMatch(/going on after step \d of/)
      const record = readFileSync(journal, 'utf8')
      for (const pattern of shows) expect(record).toMatch(pattern)
    })
  })

  test('200 steps of two servers and a shell have a flat prompt within the bound', async () => {
    const folder = skill({})
    const place = emptyFolder()
    const [script, prompts] = [join(place, 'script.json'), join(place, 'prompts')]
    writeFileSync(
      script,
      JSON.stringify([bash('seq 3000'), { list_directory: { path: place } }, { echo: { message: 'x' } }]),
    )
    const servers = ['--mcp', server('filesystem', place), '--mcp', server('everything', 'stdio')]
    const model = ['--model', path('script-model.ts'), '--tools', 'list_directory,echo']
    const args = ['run', folder, ...model, '--shell', '--no-workspace', '--max-steps', '200', ...servers]
    const { stderr } = await skillState(args, { env: { SCRIPT: script, PROMPTS: prompts } })
    const bound = Number(/prompt of at most (\d+)/.exec(stderr)?.[1])
    const lengths = readFileSync(prompts, 'utf8').trim().split('\n').map(Number)
    expect(lengths).toHaveLength(200)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(bound)
    expect(Math.max(...lengths.slice(100))).toBeLessThanOrEqual(Math.max(...lengths.slice(0, 100)) + 10)
  })

  test('serve gives each session a folder of its own, beside its journal, which a restart finds again', async () => {
    const folder = skill({})
    const around = emptyFolder()
    chmodSync(around, 0o755)
    const [script, sessions] = [join(around, 'script.json'), join(around, 'sessions')]
    const reply: JsonObject = { reply: 'Done.' }
    const actions = [bash('echo secret > mine.txt; ls'), reply, bash('cat mine.txt; ls /tmp'), reply]
    writeFileSync(script, JSON.stringify(actions))
    const args = [folder, '--sessions', sessions, '--model', path('script-model.ts'), '--shell']
    const say = (call: Call, session: string): Promise<unknown> => call('send', { session, message: 'Go' })
    await host(args, { SCRIPT: script }, async (call) => {
      await say(call, 'a')
    })
    writeFileSync(script, JSON.stringify(actions.slice(2)))
    await host(args, { SCRIPT: script }, async (call) => {
      await say(call, 'a')
      await say(call, 'b')
    })
    expect(readdirSync(sessions).filter((name) => name.endsWith('.work'))).toEqual(['a.work', 'b.work'])
    expect(readFileSync(join(sessions, 'a.work/mine.txt'), 'utf8')).toBe('secret\n')
    expect(readFileSync(join(sessions, 'a.jsonl'), 'utf8')).toMatch(/mine\.txt\b.*secret/s)
    expect(readFileSync(join(sessions, 'b.jsonl'), 'utf8')).toMatch(/mine\.txt: No such file/)
  })

  test('serve rejects to keep sessions where the next start would read them as the skill', async () => {
    const folder = skill({})
    const sessions = ['--mcp', '--sessions', join(folder, 'sessions')]
    const { code, stderr } = await skillState([
      'serve',
      folder,
      ...sessions,
      '--model',
      path('script-model.ts'),
      '--shell',
    ])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/--sessions: .* overlap/)])
  })

  test('a command can wait until a file changes', async () => {
    const watch = `node -e "const w = fs.watch('.', (_, name) => { console.log('changed', name); w.close() }); fs.writeFileSync('a.txt', '')"`
    expect(await run(skill({}), [bash(watch), finish], ['--shell', '--no-workspace'])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/→ changed a\.txt$/m),
    })
  })

  test('a skill of too many files is said before anything is paid', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_600 }, (_, at) => [`texts/${at}.txt`, 'text']))
    const folder = skill(many)
    const checked = await skillState(['check', folder])
    expect([checked.code, checked.stderr]).toEqual([2, expect.stringMatching(/it has more than 1500 files/)])
    const most = skill(Object.fromEntries(Object.entries(many).slice(0, 1_499)))
    expect(
      await run(most, [bash('ls /skill/texts | wc -l'), finish], ['--shell', '--no-workspace']),
    ).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/→ 1499$/m),
    })
  })

  test.each([
    [['--write'], /--write is an option of the shell: give --shell too/],
    [['--shell', '--no-workspace', '--write'], /leave --no-workspace out/],
    [['--shell', '--no-workspace', '--approve', 'bush'], /there is no tool "bush"; there are bash/],
  ])('rejects %j in one line', async (more, message) => {
    const { code, stderr } = await run(skill({}), [finish], more)
    expect([code, stderr.trim().split('\n').length]).toEqual([2, 1])
    expect(stderr).toMatch(message)
  })
})
