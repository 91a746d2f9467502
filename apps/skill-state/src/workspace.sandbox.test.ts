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
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { emptyFolder, type Finished, path, skillState } from '../test/skill-state.ts'

interface Place {
  /** Around everything. */
  readonly around: string
  /** The user's folder. */
  readonly folder: string
  readonly skill: string
  readonly journal: string
}

function place(files: Readonly<Record<string, string>> = {}): Place {
  const around = emptyFolder()
  chmodSync(around, 0o755)
  const [folder, skill] = [join(around, 'project'), join(around, 'skills/notes')]
  write(folder, files)
  write(skill, { 'SKILL.md': '---\nname: notes\ndescription: Notes. Use for notes.\n---\n\nNote.\n' })
  return { around, folder, skill, journal: join(around, 'run.journal') }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

interface Typed {
  readonly more?: readonly string[]
  readonly input?: string
  readonly kill?: RegExp
}

/** Types `run --shell` in the user's folder, for a model that follows the commands. */
function run(
  here: Place,
  commands: readonly string[],
  { more = [], input, kill }: Typed = {},
): Promise<Finished> {
  const script = join(here.around, 'script.json')
  const actions: JsonObject[] = [
    ...commands.map((command) => ({ bash: { command } })),
    { finish: 'all done' },
  ]
  writeFileSync(script, JSON.stringify(actions))
  return skillState(['run', here.skill, '--model', path('script-model.ts'), '--shell', ...more], {
    cwd: here.folder,
    env: { SCRIPT: script, XDG_CACHE_HOME: join(here.around, 'cache') },
    input,
    onError: (stderr, child) => {
      if (kill?.test(stderr)) child.kill('SIGKILL')
    },
  })
}

/** What is left of copies of the folder. */
function left({ around }: Place): readonly string[] {
  const work = join(around, 'cache/skill-state/work')
  return existsSync(work) ? readdirSync(work) : []
}

await needsSandbox(() => {
  const files = { 'a.txt': 'one\n', 'b.txt': 'two\n', 'sub/c.txt': 'three\n' }
  const commands = ['cat a.txt sub/c.txt > sum.txt; echo more >> a.txt; rm b.txt; rm -r sub; pwd', 'ls -a']

  test('commands see the folder at its own path, and change it only after a question', async () => {
    const here = place(files)
    const before = readdirSync(tmpdir())
    const no = await run(here, commands, { input: 'n\n' })
    expect([no.code, no.stdout]).toEqual([0, expect.stringMatching(/^all done\n/)])
    expect(no.stderr).toContain(`→ ${here.folder}\n`)
    expect(no.stderr).toMatch(
      / {2}deleted {2}b\.txt\n {2}deleted {2}sub\/c\.txt\n {2}changed {2}a\.txt \(9 bytes\)\n {2}created {2}sum\.txt \(10 bytes\)\n/,
    )
    expect(readdirSync(here.folder).sort()).toEqual(['a.txt', 'b.txt', 'sub'])
    const [, kept = ''] = /not applied yet: the files are in (\S+);/.exec(no.stderr) ?? []
    expect(readFileSync(join(kept, 'sum.txt'), 'utf8')).toBe('one\nthree\n')

    const yes = await run(here, commands, { input: 'y\n' })
    expect(yes.stderr).toContain(`applied to ${here.folder}`)
    expect(readdirSync(here.folder).sort()).toEqual(['a.txt', 'sum.txt'])
    expect(readFileSync(join(here.folder, 'a.txt'), 'utf8')).toBe('one\nmore\n')
    expect(statSync(join(here.folder, 'sum.txt')).uid).toBe(statSync(here.folder).uid)
    expect(left(here)).toHaveLength(1)
    expect(
      readdirSync(tmpdir()).filter((name) => !before.includes(name) && name.startsWith('skill-state-work')),
    ).toEqual([])
  })

  test('--write applies without a question, and nothing of ours is left', async () => {
    const here = place(files)
    const { code, stderr } = await run(here, commands, { more: ['--write'] })
    expect([code, stderr.includes('apply these')]).toEqual([0, false])
    expect(readdirSync(here.folder).sort()).toEqual(['a.txt', 'sum.txt'])
    expect(left(here)).toEqual([])
  })

  test('a killed run goes on with its files, and applies them when it is finished', async () => {
    const here = place(files)
    const more = ['--write', '--journal', here.journal, '--on-unknown', 'repeat']
    const killed = await run(here, commands, { more, kill: /^ {3}1 {2}/m })
    expect(killed.code).toBeNull()
    expect(readdirSync(here.folder).sort()).toEqual(['a.txt', 'b.txt', 'sub'])
    const resumed = await run(here, commands, { more })
    expect(resumed).toMatchObject({ code: 0, stderr: expect.stringContaining('going on after step') })
    expect(readFileSync(join(here.folder, 'sum.txt'), 'utf8')).toBe('one\nthree\n')
    expect(readdirSync(here.around).sort()).toEqual(
      ['project', 'run.journal', 'script.json', 'skills'].sort(),
    )
  })

  test('without an answer the files are kept, and the same command with --write applies them', async () => {
    const here = place(files)
    const more = ['--journal', here.journal]
    const first = await run(here, commands, { more })
    expect(first.stderr).toMatch(
      /not applied yet: the files are in \S+; the same command with --write applies/,
    )
    expect(existsSync(join(here.folder, 'sum.txt'))).toBe(false)
    const second = await run(here, commands, { more: [...more, '--write'] })
    expect([second.code, existsSync(join(here.folder, 'sum.txt'))]).toEqual([0, true])
  })

  test('no change leaves the folder, passes a link, or overwrites what was changed outside', async () => {
    const here = place({ 'a.txt': 'one\n', 'mine.txt': 'mine\n' })
    write(join(here.around, 'other'), { 'secret.txt': 'a secret\n' })
    symlinkSync('../other', join(here.folder, 'out'))
    const outside = join(here.around, 'other/secret.txt')
    const attack = [
      'cat out/secret.txt; rm out; mkdir out; echo forged > out/secret.txt; ln -s /etc/passwd absolute; ln -s ../other relative',
      'mkdir -p d/e; ln -s ../.. d/e/up; ln -s d/e/up/../other/secret.txt chained; ln -s a.txt good; chmod 4777 a.txt; echo x >> a.txt',
      `echo theirs > mine.txt; cat ${outside}; echo gone > ${outside}; ls ${here.around}`,
    ]
    const result = await run(here, attack, { more: ['--journal', here.journal] })
    writeFileSync(join(here.folder, 'mine.txt'), 'mine, changed meanwhile\n')
    expect(result.stderr).not.toContain('a secret')
    const applied = await run(here, attack, { more: ['--journal', here.journal, '--write'] })
    expect(applied.stderr).toContain('not applied: mine.txt: it was changed outside meanwhile')
    for (const link of ['absolute', 'relative', 'chained'])
      expect(applied.stderr).toContain(`not applied: ${link}: it is a link that leads out of the folder`)
    expect(readFileSync(join(here.folder, 'mine.txt'), 'utf8')).toBe('mine, changed meanwhile\n')
    expect(readFileSync(outside, 'utf8')).toBe('a secret\n')
    expect(lstatSync(join(here.folder, 'out')).isDirectory()).toBe(true)
    expect(statSync(join(here.folder, 'a.txt')).mode & 0o7000).toBe(0)
    expect(readFileSync(join(here.folder, 'good'), 'utf8')).toBe('one\nx\n')
  })

  test('a folder of the system, the home and the skill itself are not copied', async () => {
    const here = place()
    for (const [folder, reason] of [
      ['/usr', 'belongs to the system'],
      [here.skill, "is the skill's own"],
    ] as const) {
      const { code, stderr } = await run({ ...here, folder }, [])
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`${reason}: go into the folder of the task`),
      ])
    }
  })
})
