import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { emptyFolder, type Finished, path, skillState } from '../test/skill-state.ts'

/** A package of Python as a registry would give it, made here. */
const MAKE_WHEEL = `import sys, zipfile
folder, version, code = sys.argv[1:]
with zipfile.ZipFile(f'{folder}/tinylib-{version}-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('tinylib.py', code)
    info = f'tinylib-{version}.dist-info/'
    wheel.writestr(info + 'METADATA', f'Metadata-Version: 2.1\\nName: tinylib\\nVersion: {version}\\n')
    wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(info + 'RECORD', '')
`

function makeWheel(folder: string, version: string, code: string): void {
  execFileSync('/usr/bin/python3', ['-c', MAKE_WHEEL, folder, version, code])
}

function place() {
  const around = emptyFolder()
  chmodSync(around, 0o755)
  const [skill, folder, wheels] = ['skills/tiny', 'project', 'wheels'].map((name) => join(around, name)) as [
    string,
    string,
    string,
  ]
  for (const each of [join(skill, 'scripts'), folder, wheels]) mkdirSync(each, { recursive: true })
  makeWheel(wheels, '1.0', 'answer = 42\n')
  writeFileSync(
    join(skill, 'SKILL.md'),
    '---\nname: tiny\ndescription: Uses a package. Use it.\n---\n\nRun it.\n',
  )
  writeFileSync(join(skill, 'requirements.txt'), 'tinylib==1.0\n')
  writeFileSync(join(skill, 'scripts/use.py'), 'import tinylib\nprint("the answer is", tinylib.answer)\n')
  const env = { XDG_CACHE_HOME: join(around, 'cache'), PIP_NO_INDEX: '1', UV_OFFLINE: '1' }
  return {
    around,
    skill,
    folder,
    wheels,
    env,
    online: { ...env, PIP_FIND_LINKS: wheels, UV_FIND_LINKS: wheels },
  }
}

type Place = ReturnType<typeof place>

function run(
  here: Place,
  commands: readonly string[],
  env: NodeJS.ProcessEnv,
  more: readonly string[] = [],
): Promise<Finished> {
  const script = join(here.around, 'script.json')
  const actions: JsonObject[] = [...commands.map((command) => ({ bash: { command } })), { finish: 'done' }]
  writeFileSync(script, JSON.stringify(actions))
  const args = ['run', here.skill, '--model', path('script-model.ts'), '--shell', ...more]
  return skillState(args, { cwd: here.folder, env: { ...env, SCRIPT: script } })
}

const use = 'python3 /skill/scripts/use.py'

await needsSandbox(() => {
  test('packages are installed once, and later runs need no registry', async () => {
    const here = place()
    const first = await run(here, [use], here.online)
    expect(first.stderr).toMatch(/^installing packages, once: tinylib==1\.0$/m)
    expect(first.stderr).toContain('→ the answer is 42')
    const second = await run(here, [use], here.env)
    expect(second.stderr).not.toContain('installing')
    expect(second.stderr).toContain('→ the answer is 42')
  })

  test('what cannot be had is named before the first step, and check says what repairs it', async () => {
    const here = place()
    const { code, stderr } = await run(here, [use], here.env)
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('packages that could not be installed: tinylib==1.0'),
    ])
    const before = await skillState(['check', here.skill], { env: here.env })
    expect(before.stdout).toMatch(
      /^missing +tinylib==1\.0, a package\nrepair +skill-state check \S+ --setup$/m,
    )
    const after = await skillState(['check', here.skill, '--setup'], { env: here.online })
    expect(after.stdout).toMatch(/^missing +nothing/m)
    expect((await run(here, [use], here.env)).stderr).toContain('→ the answer is 42')
  })

  test('an installation that a kill cut off is made anew', async () => {
    const here = place()
    await run(here, [use], here.online)
    const packages = join(here.around, 'cache/skill-state/packages')
    const [name = ''] = readdirSync(packages)
    execFileSync('rm', ['-r', join(packages, name, 'ready.json'), join(packages, name, 'python/lib')])
    expect((await run(here, [use], here.online)).stderr).toContain('→ the answer is 42')
    expect(readdirSync(packages)).toEqual([name, `${name}.lock`])
  })

  test('a major version without what scripts import is named by check, and replaced by an older one', async () => {
    const here = place()
    makeWheel(here.wheels, '2.0', 'question = 42\nprint("imported")\n')
    writeFileSync(join(here.skill, 'requirements.txt'), 'tinylib>=1.0\n')
    writeFileSync(
      join(here.skill, 'scripts/use.py'),
      'from tinylib import answer\nprint("the answer is", answer)\n',
    )
    const lacking = 'tinylib 2.0 has no answer in tinylib'
    const pinned = `tinylib>=1.0,<2, since ${lacking}`
    const repaired = await skillState(['check', here.skill, '--setup'], { env: here.online })
    expect(repaired.stdout).toMatch(/^missing +nothing/m)
    expect(repaired.stdout).toContain(pinned)
    const { stderr } = await run(here, [use], here.env)
    expect(stderr).toContain(`note: installed ${pinned}`)
    expect(stderr).toContain('→ the answer is 42')

    rmSync(join(here.wheels, 'tinylib-1.0-py3-none-any.whl'))
    const env = { ...here.online, XDG_CACHE_HOME: join(here.around, 'other') }
    const broken = await skillState(['check', here.skill, '--setup'], { env })
    expect(broken.stdout).toMatch(new RegExp(`^missing +${lacking}, which its scripts import$`, 'm'))
  })

  test('no command changes the packages or sees what else the cache has', async () => {
    const here = place()
    await run(here, [use], here.online)
    writeFileSync(join(here.around, 'cache/skill-state/secret.txt'), 'a secret of the cache')
    const { stderr } = await run(
      here,
      [
        'touch $VIRTUAL_ENV/x',
        "find $VIRTUAL_ENV -name 'tinylib*' -exec rm -rf {} + 2>/dev/null; for file in $(find $VIRTUAL_ENV -name tinylib.py); do echo forged > $file; done; true",
        `cat ${here.around}/cache/skill-state/secret.txt; ls ${here.around}/cache/skill-state ${here.around}`,
      ],
      here.env,
    )
    expect(stderr).toMatch(/Read-only file system.*$/m)
    expect(stderr).not.toContain('a secret of')
    expect((await run(here, [use], here.env)).stderr).toContain('→ the answer is 42')
  })

  test('--env and --bind give a variable and a folder, and nothing more', async () => {
    const here = place()
    const data = join(here.around, 'data')
    mkdirSync(data)
    writeFileSync(join(data, 'in.txt'), 'from the folder\n')
    const commands = [`echo $GIVEN-$HIDDEN; cat ${data}/in.txt; echo x > ${data}/out.txt`]
    const env = { ...here.online, GIVEN: 'given', HIDDEN: 'hidden' }
    const { stderr } = await run(here, commands, env, ['--env', 'GIVEN', '--bind', `${data}:ro`])
    expect(stderr).toMatch(/→ given- from the folder .*Read-only file system/)
    expect(readdirSync(data)).toEqual(['in.txt'])
    for (const [option, value, reason] of [
      ['--env', 'NO_SUCH_NAME', /there is no environment variable NO_SUCH_NAME/],
      ['--bind', '/no/such', /there is no folder \/no\/such/],
    ] as const) {
      const { code, stderr: said } = await run(here, [], here.online, [option, value])
      expect([code, said]).toEqual([2, expect.stringMatching(reason)])
    }
  })
})
