import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { plain, skillFolder } from '../../test/skill-folder.ts'
import { loadSkill } from '../load-skill.ts'
import { fetchSkill } from './fetch-skill.ts'

test('a package is fetched without running any script of it', async () => {
  const marker = join(skillFolder({}), 'executed')
  const script = `node -e "require('fs').writeFileSync('${marker}', '')"`
  const scripts = { prepare: script, prepack: script, postpack: script, install: script, postinstall: script }
  const folder = skillFolder({
    'package.json': JSON.stringify({ name: 'a-skill', version: '1.0.0', scripts }),
    'skills/one/SKILL.md': plain,
    'skills/one/FORMS.md': 'form',
  })
  const fetched = await fetchSkill(`npm:${folder}`)
  expect(loadSkill(fetched.folder).references.map(({ name }) => name)).toEqual(['FORMS.md'])
  expect(existsSync(marker)).toBe(false)
  fetched.close()
  expect(existsSync(fetched.folder)).toBe(false)

  mkdirSync(join(folder, 'skills/two'))
  writeFileSync(join(folder, 'skills/two/SKILL.md'), plain)
  await expect(fetchSkill(`npm:${folder}`)).rejects.toThrow(/has 2 skills: name one by its path/)
  const named = await fetchSkill(`npm:${folder}#skills/two`)
  expect(loadSkill(named.folder).files).toHaveLength(1)
  named.close()
})

test('a folder of a repository is fetched at a commit, which does not change', async () => {
  const folder = skillFolder({ 'skills/one/SKILL.md': plain })
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      encoding: 'utf8',
    })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  const commit = git('rev-parse', 'HEAD').trim()
  writeFileSync(join(folder, 'skills/one/SKILL.md'), plain.replace('Do it.', 'Do something else.'))
  git('commit', '--quiet', '-am', 'second')
  const { folder: place, close } = await fetchSkill(`git:${folder}#${commit}:skills/one`)
  const { hash, instructions } = loadSkill(place)
  expect(instructions).toMatch(/^Do it\./)
  expect(loadSkill(place, { hash }).hash).toBe(hash)
  close()
})

/** A repository made of the lines of `git fast-import`. Returns its source, up to the path. */
function repository(...changes: readonly string[]): string {
  const folder = skillFolder({})
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', input })
  git(['init', '--quiet'])
  const commit = ['commit refs/heads/main', 'committer a <a@b> 0 +0000', 'data 0', ...changes, '']
  git(['fast-import', '--quiet'], commit.join('\n'))
  return `git:${folder}#${git(['rev-parse', 'refs/heads/main']).trim()}`
}

const file = (name: string, content: string, mode = '100644'): string =>
  `M ${mode} inline ${name}\ndata ${Buffer.byteLength(content)}\n${content}`

describe('what was fetched', () => {
  test('leads nowhere else by a link', async () => {
    const secret = skillFolder({ 'SKILL.md': plain.replace('Do it.', 'A private skill.') })
    const source = repository(
      file('out', secret, '120000'),
      file('up', '..', '120000'),
      file('near', 'skills/one', '120000'),
      file('all', '/', '120000'),
      file('skills/one/SKILL.md', plain),
      file('skills/one/stolen.md', join(secret, 'SKILL.md'), '120000'),
    )
    for (const path of ['out', 'up', 'near', 'all', 'all/etc', 'none'])
      await expect(fetchSkill(`${source}:${path}`)).rejects.toThrow(/has no |leads out|did not match/)
    const only = await fetchSkill(source)
    expect(loadSkill(only.folder).files.map(({ name }) => name)).toEqual(['SKILL.md'])
    only.close()
  })

  test.each([
    ['large', [file('SKILL.md', plain), file('zeros', '0'.repeat(101_000_000))], /more than 100 MB/],
    [
      'of many files',
      [file('SKILL.md', plain), ...Array.from({ length: 5_001 }, (_, at) => file(`f${at % 50}/${at}`, ''))],
      /more than 5000 entries/,
    ],
    [
      'of many folders',
      Array.from({ length: 500 }, (_, at) => file(`${at}/${'d/'.repeat(10)}f`, '')),
      /more than 5000 entries/,
    ],
  ])('is rejected if it is %s', async (_, changes, reason) => {
    const source = repository(...changes)
    const temporary = skillFolder({})
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(fetchSkill(source)).rejects.toThrow(reason)
    expect(readdirSync(temporary)).toEqual([])
  })

  test('is rejected if a small package unpacks to a large one', async () => {
    const folder = skillFolder({ 'package/package.json': '{"name":"bomb","version":"1.0.0"}' })
    writeFileSync(join(folder, 'package/SKILL.md'), plain)
    const part = Buffer.concat([randomBytes(500), Buffer.alloc(100_000)])
    writeFileSync(join(folder, 'package/zeros'), Buffer.concat(Array<Buffer>(1_500).fill(part)))
    execFileSync('tar', ['-czf', join(folder, 'bomb.tgz'), '-C', folder, 'package'])
    expect(statSync(join(folder, 'bomb.tgz')).size).toBeLessThan(2_000_000)
    await expect(fetchSkill(`npm:${join(folder, 'bomb.tgz')}`)).rejects.toThrow(/more than 100 MB/)
  })
})

test.each([
  ['git:https://x.y/z', /names no commit/],
  ['git:https://x.y/z#main', /names no commit/],
  [`git:--upload-pack=x#${'a'.repeat(40)}`, /names no package or repository/],
  ['npm:a#../b', /leads out of it/],
  [`git:/no/such/repository#${'a'.repeat(40)}`, /cannot be fetched: /],
])('rejects %s in one line', async (source, message) => {
  const error = await fetchSkill(source).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'invalid-skill', message: expect.stringMatching(message) })
  expect(String(error)).not.toContain('\n')
})
