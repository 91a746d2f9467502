import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { plain, skillFile, skillFolder } from './_fixtures.ts'
import { defaultSchema } from './default-schema.ts'
import { loadSkill } from './load-skill.ts'

const load = (skill: string, files: Readonly<Record<string, string>> = {}) =>
  loadSkill(skillFolder({ 'SKILL.md': skill, ...files }))

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof SkillStateError && !error.message.includes('\n')) return error.code
    throw error
  }
  return 'none'
}

describe('a folder by the standard', () => {
  test('gives body, frontmatter and the default state, and nothing to note', () => {
    const skill = load(
      skillFile(
        'name: my-skill\ndescription: Does it.\nlicense: MIT\ncompatibility: Needs git\nmetadata:\n  author: me\n  version: "1.0"\nallowed-tools: Bash(git add:*) Read',
      ),
    )
    expect(skill.notes).toEqual([])
    expect(skill.frontmatter).toEqual({
      name: 'my-skill',
      description: 'Does it.',
      license: 'MIT',
      compatibility: 'Needs git',
      metadata: { author: 'me', version: '1.0' },
      allowedTools: ['Bash(git add:*)', 'Read'],
    })
    expect(skill.instructions.startsWith('Do it.\n\n## State\n')).toBe(true)
    expect(skill.schema).toBe(defaultSchema)
    expect(skill.initialState).toEqual({ plan: {}, facts: {}, open: {}, done: {}, artefacts: {} })
  })

  test('is read with a byte order mark, Windows line breaks and dashes in the body', () => {
    const skill = load(
      `\uFEFF${skillFile('name: my-skill\ndescription: Does it.', 'One\n\n---\n\nTwo').replaceAll('\n', '\r\n')}`,
    )
    expect(skill.instructions.startsWith('One\r\n\r\n---\r\n\r\nTwo\n\n##')).toBe(true)
    expect(skill.notes).toEqual([])
  })

  test('takes its state from where the metadata point', () => {
    const schema = {
      type: 'object',
      properties: {
        count: { type: 'integer', description: 'Files seen.', default: 3 },
        last: { type: 'string' },
      },
    }
    const skill = load(
      skillFile('name: my-skill\ndescription: D.\nmetadata:\n  skill-state: ./state.schema.json'),
      {
        'state.schema.json': JSON.stringify(schema),
      },
    )
    expect([skill.schema, skill.initialState, skill.schemaFile]).toEqual([
      schema,
      { count: 3 },
      './state.schema.json',
    ])
    expect(skill.instructions).toContain('- count: Files seen. {"type":"integer"}\n- last: {"type":"string"}')
    const second = load(
      skillFile('name: my-skill\ndescription: D.\nmetadata:\n  skill-state-initial: data/start.json'),
      { 'data/start.json': '{"plan":{"1":"look"}}' },
    )
    expect(second.initialState).toEqual({ plan: { '1': 'look' } })
  })
})

describe('lenience', () => {
  test.each<[string, string, RegExp]>([
    ['another name than the folder', 'name: other\ndescription: D.', /not that of the folder/],
    ['capitals', 'name: My-Skill\ndescription: D.', /lowercase/],
    ['two hyphens in a row', 'name: my--skill\ndescription: D.', /lowercase/],
    ['a long name', `name: ${'a'.repeat(65)}\ndescription: D.`, /65 characters/],
    ['no name', 'description: D.', /the folder's, "my-skill", is taken/],
    ['a long description', `name: my-skill\ndescription: ${'d'.repeat(1025)}`, /1025 characters/],
    ['long compatibility', `name: my-skill\ndescription: D.\ncompatibility: ${'c'.repeat(501)}`, /501/],
    ['an unknown field', 'name: my-skill\ndescription: D.\nmodel: best', /"model" is no field/],
    ['metadata that are no map', 'name: my-skill\ndescription: D.\nmetadata: yes', /metadata is no map/],
    ['a number in the metadata', 'name: my-skill\ndescription: D.\nmetadata:\n  version: 1.0', /no text/],
    ['tools that are no text', 'name: my-skill\ndescription: D.\nallowed-tools: 3', /allowed-tools/],
    ['an unquoted colon', 'name: my-skill\ndescription: Use when: the user asks', /no valid YAML/],
  ])('loads what has %s, with a note', (_, frontmatter, note) => {
    const named = /^name: ([\w-]+)$/m.exec(frontmatter)?.[1] ?? 'my-skill'
    const folder = skillFolder({ 'SKILL.md': skillFile(frontmatter) }, named === 'other' ? 'my-skill' : named)
    const { notes, frontmatter: read } = loadSkill(folder)
    expect(notes).toEqual([expect.stringMatching(note)])
    expect(read.description.length).toBeGreaterThan(0)
  })

  test('reads a value with unquoted colons whole', () => {
    const { frontmatter } = load(skillFile('name: my-skill\ndescription: Use when: a "b" is: c'))
    expect(frontmatter.description).toBe('Use when: a "b" is: c')
  })

  test.each<[string, string]>([
    ['no frontmatter', '# Just text'],
    ['frontmatter without an end', '---\nname: my-skill\ndescription: D.\n'],
    ['frontmatter that is no YAML', skillFile('name: [\ndescription: D.')],
    ['frontmatter that is a list', skillFile('- name')],
    ['no description', skillFile('name: my-skill')],
    ['an empty description', skillFile('name: my-skill\ndescription: ""')],
    ['a bomb of aliases', skillFile(bomb())],
  ])('refuses %s in one line', (_, text) => {
    expect(codeOf(() => load(text))).toBe('invalid-skill')
  })
})

test.each<[string, string]>([
  ['colons in the frontmatter', skillFile(`name: my-skill\ndescription: a${': a'.repeat(60_000)}`)],
  ['open links in the body', skillFile('name: my-skill\ndescription: D.', '](a'.repeat(200_000))],
  ['lines without an end of the frontmatter', `---\nname: a\n${'x: y\r\n'.repeat(100_000)}`],
])('many %s take no longer than they are long', (_, text) => {
  expect(['none', 'invalid-skill']).toContain(codeOf(() => load(text)))
})

describe('files', () => {
  test.each<[string]>([
    ['../outside.json'],
    ['/etc/hostname'],
    ['link.json'],
    ['missing.json'],
    ['broken.json'],
    ['list.json'],
  ])('refuses the schema %s', (file) => {
    const folder = skillFolder({
      'SKILL.md': skillFile(`name: my-skill\ndescription: D.\nmetadata:\n  skill-state: ${file}`),
      'broken.json': '{',
      'list.json': '[]',
    })
    writeFileSync(join(folder, '../outside.json'), '{}')
    symlinkSync('../outside.json', join(folder, 'link.json'))
    expect(codeOf(() => loadSkill(folder))).toBe('invalid-skill')
  })

  test('refuses a folder that is missing, and one without SKILL.md', () => {
    expect(codeOf(() => loadSkill(join(skillFolder({}), 'nowhere')))).toBe('invalid-skill')
    expect(codeOf(() => loadSkill(skillFolder({})))).toBe('invalid-skill')
  })

  test('finds the references of the folder and of the links, and notes a link to nothing', () => {
    const body =
      'See [forms](./FORMS.md#top), [a](references/a.md), [web](https://x.y/z.md), [gone](gone.md).'
    const skill = load(skillFile('name: my-skill\ndescription: D.', body), {
      'FORMS.md': 'forms',
      'references/a.md': 'a',
      'references/b.txt': 'b',
      'references/c.bin': 'c',
    })
    expect(skill.references).toEqual([
      { name: 'FORMS.md', text: 'forms' },
      { name: 'references/a.md', text: 'a' },
      { name: 'references/b.txt', text: 'b' },
    ])
    expect(skill.notes).toEqual([expect.stringContaining('gone.md')])
  })
})

describe('the hash', () => {
  test('is the same for the same files, and another one for any change of a file that counts', () => {
    const hash = load(plain, { 'references/a.md': 'a' }).hash
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(load(plain, { 'references/a.md': 'a', 'scripts/x.sh': 'ignored' }).hash).toBe(hash)
    expect(load(plain, { 'references/a.md': 'b' }).hash).not.toBe(hash)
    expect(load(plain, { 'references/b.md': 'a' }).hash).not.toBe(hash)
    expect(load(`${plain} `, { 'references/a.md': 'a' }).hash).not.toBe(hash)
  })

  test('can be pinned', () => {
    const folder = skillFolder({ 'SKILL.md': plain })
    const { hash } = loadSkill(folder)
    expect(loadSkill(folder, { hash }).hash).toBe(hash)
    writeFileSync(join(folder, 'SKILL.md'), plain.replace('Do it.', 'Do something else.'))
    expect(codeOf(() => loadSkill(folder, { hash }))).toBe('invalid-skill')
  })
})

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const before = level === 0 ? 'x' : `*l${level - 1}`
    return `l${level}: &l${level} [${Array.from({ length: 10 }, () => before).join(', ')}]`
  })
  return `name: my-skill\ndescription: D.\n${levels.join('\n')}`
}
