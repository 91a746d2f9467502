import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { emptyFolder, type Finished, path, skillState } from '../test/skill-state.ts'

/** A repository with two skills, which git takes for one on GitHub; and what is typed in a folder beside it. */
function place() {
  const around = emptyFolder()
  chmodSync(around, 0o755)
  const [repository, folder] = [join(around, 'repository'), join(around, 'project')] as const
  mkdirSync(folder)
  const config = join(around, 'gitconfig')
  writeFileSync(
    config,
    `[url "${repository}"]\n\tinsteadOf = https://github.com/ada/skills\n[user]\n\tname = a\n\temail = a@b\n`,
  )
  const script = join(around, 'script.json')
  const env = {
    GIT_CONFIG_GLOBAL: config,
    XDG_CACHE_HOME: join(around, 'cache'),
    XDG_CONFIG_HOME: join(around, 'config'),
    SCRIPT: script,
  }
  const git = (...words: string[]): void => {
    execFileSync('git', ['-C', repository, ...words], { env: { ...process.env, ...env }, stdio: 'ignore' })
  }
  const commit = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, name)), { recursive: true })
      writeFileSync(join(repository, name), text)
    }
    git('add', '.')
    git('commit', '-m', 'x')
  }
  mkdirSync(repository)
  git('init')
  const skill = (name: string): string =>
    `---\nname: ${name}\ndescription: Does ${name}. Use it.\n---\n\nNeeds ADA_API_KEY.\n`
  commit({ 'skills/one/SKILL.md': skill('one'), 'skills/two/SKILL.md': skill('two') })
  commit({ 'skills/one/scripts/say.sh': 'echo first version\n' })
  git('tag', '-a', 'v1', '-m', 'v1')
  const actions = [{ bash: { command: 'bash /skill/scripts/say.sh' } }, { finish: 'done' }]
  writeFileSync(script, JSON.stringify(actions))
  const type = (args: readonly string[], input?: string): Promise<Finished> =>
    skillState(args, { cwd: folder, env, input })
  const run = (source: string, input?: string, more: readonly string[] = []): Promise<Finished> =>
    type(['run', source, 'Say it', '--model', path('script-model.ts'), ...more], input)
  return { around, commit, type, run }
}

await needsSandbox(() => {
  test('a skill of a repository is trusted once, runs, and stays as it was looked at', async () => {
    const { around, commit, type, run } = place()
    const list = await type(['list', 'ada/skills'])
    expect(list.stdout).toBe('one  Does one. Use it.\ntwo  Does two. Use it.\n')
    const no = await run('ada/skills@One', 'n\n')
    expect([no.code, no.stderr]).toEqual([
      2,
      expect.stringContaining('is not trusted, and nothing was executed'),
    ])
    const unanswered = await run('ada/skills@one')
    expect([unanswered.code, unanswered.stderr]).toEqual([
      2,
      expect.stringMatching(/answer y, or give --hash [0-9a-f]{64}/),
    ])
    const first = await run('ada/skills@one', 'y\n')
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('→ first version')])
    expect(first.stderr).toMatch(/^skill {5}ada\/skills@one at [0-9a-f]{12}\nhash {6}[0-9a-f]{64}\n/m)
    expect(first.stderr).toMatch(
      /^programs {2}bash\npackages {2}none\nnetwork {3}no.*\nkeys {6}ADA_API_KEY; given: none\n/m,
    )

    commit({ 'skills/one/scripts/say.sh': 'echo second version\n' })
    const again = await run('ada/skills@one')
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('→ first version')])
    expect(again.stderr).not.toContain('trust it?')

    const update = await type(['update', 'ada/skills@one'], 'y\n')
    expect([update.code, update.stdout]).toEqual([
      0,
      expect.stringMatching(/-echo first version\n\+echo second version/),
    ])
    expect((await run('ada/skills@one')).stderr).toContain('→ second version')
    expect((await type(['update', 'ada/skills@one'])).stdout).toBe('ada/skills@one has not changed\n')
    expect(
      Object.keys(JSON.parse(readFileSync(join(around, 'config/skill-state/trusted.json'), 'utf8'))),
    ).toEqual(['ada/skills@one'])
  })

  test('a tag, an address and a hash name exactly one version, and a name that is not there is told', async () => {
    const { commit, type, run } = place()
    commit({ 'skills/one/scripts/say.sh': 'echo second version\n' })
    const tagged = await run('ada/skills@one#v1', 'y\n')
    expect(tagged.stderr).toContain('→ first version')
    const address = await run('https://github.com/ada/skills/tree/master/skills/one', 'y\n')
    expect(address.stderr).toMatch(/→ second version|no tag or branch master/)
    const [, hash = ''] =
      /^hash +([0-9a-f]{64})$/m.exec((await type(['check', 'ada/skills@one'])).stdout) ?? []
    expect((await run('ada/skills@one', undefined, ['--hash', hash])).stderr).toContain('→ second version')
    for (const [source, reason] of [
      ['ada/skills@three', /has no skill three: it has one, two/],
      ['ada/skills', /has 2 skills: name one by its path, such as skills\/one; skill-state list shows them/],
      ['ada/skills@one#v9', /has no tag or branch v9/],
    ] as const) {
      const { code, stderr } = await type(['check', source])
      expect([code, stderr]).toEqual([2, expect.stringMatching(reason)])
    }
  })
})
