import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import { emptyFolder, path, skillState } from '../test/skill-state.ts'
import { loadSkills } from './run/several-skills.ts'

const names = { task: undefined, shell: true, hash: undefined }

function skills(files: Readonly<Record<string, string>>): string {
  const root = emptyFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const skill = (name: string, description: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`

const fruit = (): string =>
  skills({
    'fruit/weigh/SKILL.md': skill('weigh', 'Weighs fruit.', 'Give the word of {baseDir}/guide.md.'),
    'fruit/weigh/guide.md': 'The word is quince.',
    'fruit/cut/SKILL.md': skill('cut', 'Cuts fruit.', 'Cut it in two.'),
  })

describe('run --skills', () => {
  test('resumes after a kill with the skill that the model chose', async () => {
    const aside = emptyFolder()
    const journal = join(aside, 'run.journal')
    const args = [
      ...['run', '--skills', fruit(), 'Weigh the fruit.'],
      ...['--model', path('choosing-model.ts'), '--journal', journal],
    ]
    const env = { KILLED: join(aside, 'killed') }
    const killed = await skillState(args, { env })
    expect([killed.code, killed.stdout]).toEqual([null, ''])
    const resumed = await skillStateHere(args, env)
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringMatching(/^quince\n/)])
    expect(resumed.stderr).toContain('going on after step 1')
    expect(JSON.parse(resumed.stdout.slice(resumed.stdout.indexOf('{')))).toMatchObject({ skill: 'weigh' })
  })

  test('says what is missing', async () => {
    expect((await skillStateHere(['run', '--model', path('choosing-model.ts')])).stderr).toMatch(
      /name a skill, or a folder of skills by --skills/,
    )
    await expect(loadSkills(emptyFolder(), names)).rejects.toThrow(/has no skill that can be offered/)
    await expect(loadSkills('/no/such', names)).rejects.toThrow(/there is no folder/)
    await expect(loadSkills(fruit(), { ...names, hash: 'ab' })).rejects.toThrow(/have the hash [0-9a-f]{64}/)
  })
})

test('offers descriptions within a bound, and the instructions of the active skill alone', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [
      `s${at}/SKILL.md`,
      skill(`s${at}`, 'x'.repeat(1_000), `Do ${at}.`),
    ]),
  )
  const { instructions, stages } = await loadSkills(skills(many), names)
  expect(instructions.length).toBeLessThan(30_000)
  expect(instructions).not.toContain('Do 7.')
  expect(stages?.texts.s7).toMatch(/^## Active skill: s7\n[\s\S]*\n\nDo 7\.$/)
})

test('names files by the folder of their skill, and leaves out what it cannot offer with a note', async () => {
  const root = fruit()
  for (const [place, text] of [
    ['other/weigh', skill('weigh', 'Weighs iron.', '')],
    ['own', '---\nname: own\ndescription: Has a state.\nmetadata:\n  skill-state: state.json\n---\n'],
    ['broken', 'no frontmatter'],
  ] as const) {
    mkdirSync(join(root, place), { recursive: true })
    writeFileSync(join(root, place, 'SKILL.md'), text)
    writeFileSync(join(root, place, 'state.json'), '{"type":"object"}')
  }
  const { references, files, stages, notes, initialState } = await loadSkills(root, names)
  expect(references.map(({ name }) => name)).toEqual(['fruit/weigh/guide.md'])
  expect(files.map(({ name }) => name)).toContain('fruit/cut/SKILL.md')
  expect(stages?.texts.weigh).toContain('/skill/fruit/weigh/guide.md')
  expect(initialState).toMatchObject({ skill: 'none', done: {} })
  expect(notes).toEqual([
    expect.stringMatching(/broken is left out/),
    expect.stringMatching(/other\/weigh is left out: its name is taken/),
    expect.stringMatching(/own is left out: it has a state of its own/),
  ])
})
