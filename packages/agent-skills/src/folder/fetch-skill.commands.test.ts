import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test.each([
  ['git:https://x.y/z', /names no commit/],
  ['git:https://x.y/z#main', /names no commit/],
  [`git:--upload-pack=x#${'a'.repeat(40)}`, /names no package or repository/],
  ['npm:a#../b', /leads out of it/],
  [`git:/no/such/repository#${'a'.repeat(40)}`, /cannot be fetched: /],
])('refuses %s in one line', async (source, message) => {
  const error = await fetchSkill(source).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'invalid-skill', message: expect.stringMatching(message) })
  expect(String(error)).not.toContain('\n')
})
