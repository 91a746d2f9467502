import { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { plain, skillFile, skillFolder } from '../test/skill-folder.ts'
import { loadSkill } from './load-skill.ts'
import { defaultSchema } from './state/default-schema.ts'

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
    ['an unknown field', 'name: my-skill\ndescription: D.\nmodel: best', /"model" is not a field/],
    ['metadata that are no map', 'name: my-skill\ndescription: D.\nmetadata: yes', /metadata is not a map/],
    [
      'a number in the metadata',
      'name: my-skill\ndescription: D.\nmetadata:\n  version: 1.0',
      /is not a text/,
    ],
    ['tools that are no text', 'name: my-skill\ndescription: D.\nallowed-tools: 3', /allowed-tools/],
    ['an unquoted colon', 'name: my-skill\ndescription: Use when: the user asks', /is not valid YAML/],
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
  ])('rejects %s in one line', (_, text) => {
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
  ])('rejects the schema %s', (file) => {
    const folder = skillFolder({
      'SKILL.md': skillFile(`name: my-skill\ndescription: D.\nmetadata:\n  skill-state: ${file}`),
      'broken.json': '{',
      'list.json': '[]',
    })
    writeFileSync(join(folder, '../outside.json'), '{}')
    symlinkSync('../outside.json', join(folder, 'link.json'))
    expect(codeOf(() => loadSkill(folder))).toBe('invalid-skill')
  })

  test('rejects a folder that is missing, and one without SKILL.md', () => {
    expect(codeOf(() => loadSkill(join(skillFolder({}), 'nowhere')))).toBe('invalid-skill')
    expect(codeOf(() => loadSkill(skillFolder({})))).toBe('invalid-skill')
  })

  test('makes every text of the folder a reference, and names what the texts name and is missing', () => {
    const body = [
      'See [forms](./FORMS.md#top), [web](https://x.y/z.md), [gone](gone.md) and see LOST.md.',
      'Read README.md of the project. Run `python scripts/fill.py in.pdf out.pdf`, then scripts/lost.py.',
      'For example: scripts/made-up.py. Write output.docx and /tmp/x/report.md.',
      'The details are in guide.md.',
    ].join('\n')
    const skill = load(skillFile('name: my-skill\ndescription: D.', body), {
      'forms.md': 'forms, see [a](references/a.md)',
      'references/a.md': 'a',
      'docs/deep/guide.md': 'guide',
      'scripts/fill.py': 'import subprocess\nsubprocess.run(["qpdf", "x"])',
      'assets/c.bin': 'c\0',
      'plain.csv': '1,2',
    })
    expect(skill.references.map(({ name, named }) => [name, named])).toEqual([
      ['forms.md', true],
      ['scripts/fill.py', true],
      ['docs/deep/guide.md', true],
      ['references/a.md', true],
      ['plain.csv', false],
    ])
    expect(skill.files.find(({ name }) => name === 'assets/c.bin')?.text).toBeUndefined()
    expect(skill.missing.map(({ name }) => name)).toEqual(['gone.md', 'LOST.md', 'scripts/lost.py'])
    expect(skill.notes).toHaveLength(3)
  })

  test('names what would run the scripts, and the programs of commands', () => {
    const body = [
      'Use `jq` or run:',
      '```bash',
      'cd /x && BASE=$(git rev-parse HEAD) && pandoc in.docx -o out.md | wc -l',
      'echo "several',
      'words of a text"',
      '# a comment',
      "curl x -d '",
      '  query { name }',
      "' # if there is none, do not wait",
      'case $1 in',
      '  build|check) make $1 ;; # then tell',
      'esac',
      '```',
      '```python',
      'ignored()',
      '```',
    ].join('\n')
    const skill = load(skillFile('name: my-skill\ndescription: D.', body), {
      'scripts/a.py': 'x',
      'scripts/b': '#!/usr/bin/env -S ruby -w\n',
      'scripts/c.mjs': 'x',
      'scripts/e.sh':
        "# comes first\nhelp() { echo; }\nif command -v brew; then brew x; fi\ncat > x << 'EOF'\nbody {\nEOF\nhelp && pnpm create | head\nawk '\n  print x\n'\n",
      'data.js': 'x',
      'lib/d.py': 'shutil.which("soffice")',
    })
    expect(skill.programs).toEqual([
      { name: 'bash', runs: ['scripts/e.sh'] },
      { name: 'curl', runs: [] },
      { name: 'git', runs: [] },
      { name: 'make', runs: [] },
      { name: 'node', runs: ['scripts/c.mjs'] },
      { name: 'pandoc', runs: [] },
      { name: 'pnpm', runs: [] },
      { name: 'python3', runs: ['lib/d.py', 'scripts/a.py'] },
      { name: 'ruby', runs: ['scripts/b'] },
      { name: 'soffice', runs: [] },
      { name: 'wc', runs: [] },
    ])
  })
})

test('a text of another skill beside it that its texts name is a reference, and belongs to the hash', () => {
  const around = skillFolder({ 'one/SKILL.md': '', 'two/SKILL.md': plain, 'two/guide.md': 'A guide.' })
  writeFileSync(join(around, 'secret.md'), 'secret')
  writeFileSync(
    join(around, 'one/SKILL.md'),
    `${plain}\nSee [it](../two/guide.md), [x](../secret.md), [y](../two/../secret.md).\n`,
  )
  const skill = loadSkill(join(around, 'one'))
  expect(skill.references).toEqual([{ name: '../two/guide.md', text: 'A guide.', named: true }])
  expect(skill.missing.map(({ name }) => name)).toEqual(['../secret.md'])
  writeFileSync(join(around, 'two/guide.md'), 'Another guide.')
  expect(loadSkill(join(around, 'one')).hash).not.toBe(skill.hash)
})

describe('a hostile folder', () => {
  test('leaves out links that lead outward and names that a terminal could obey', () => {
    const folder = skillFolder({ 'SKILL.md': plain, 'a\u001b[2J.md': 'x', 'in.md': 'in' })
    writeFileSync(join(folder, '../secret.md'), 'secret')
    symlinkSync('../secret.md', join(folder, 'out.md'))
    symlinkSync('/etc', join(folder, 'etc'))
    symlinkSync('in.md', join(folder, 'same.md'))
    symlinkSync('.', join(folder, 'loop'))
    const { references, notes } = loadSkill(folder)
    expect(references.map(({ name, text }) => [name, text])).toEqual([
      ['in.md', 'in'],
      ['same.md', 'in'],
    ])
    expect(notes).toEqual([
      'the link etc leads out of the folder and is left out',
      'the link out.md leads out of the folder and is left out',
      '1 names with control characters are left out',
    ])
  })

  test('is rejected in one line if it has too many files, too large ones or too many levels', () => {
    const many = skillFolder({ 'SKILL.md': plain })
    for (let file = 0; file <= 1_500; file += 1) symlinkSync('SKILL.md', join(many, `f${file}`))
    expect(codeOf(() => loadSkill(many))).toBe('invalid-skill')
    const large = skillFolder({ 'SKILL.md': plain, 'big.bin': '' })
    truncateSync(join(large, 'big.bin'), 5_000_000_000)
    expect(codeOf(() => loadSkill(large))).toBe('invalid-skill')
    const deep = skillFolder({ 'SKILL.md': plain, [`${'a/'.repeat(40)}b.md`]: 'x' })
    expect(codeOf(() => loadSkill(deep))).toBe('invalid-skill')
  })

  test.each<[string, string]>([
    ['back-ticks', '`'.repeat(200_000)],
    ['paths', 'scripts/a.b'.repeat(50_000)],
    ['fences', '```bash\n'.repeat(50_000)],
    ['quotes', `\`\`\`bash\n${'"'.repeat(100_001)}\n\`\`\``],
    ['words before a file', 'see '.repeat(50_000)],
  ])('reads many %s', (_, body) => {
    expect(codeOf(() => load(skillFile('name: my-skill\ndescription: D.', body)))).toBe('none')
  })
})

describe('the hash', () => {
  test('is the same for the same files, and another one for any change of a file that counts', () => {
    const hash = load(plain, { 'references/a.md': 'a' }).hash
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(load(plain, { 'references/a.md': 'a' }).hash).toBe(hash)
    expect(load(plain, { 'references/a.md': 'a', 'scripts/x.sh': 'x' }).hash).not.toBe(hash)
    expect(load(plain, { 'references/a.md': 'b' }).hash).not.toBe(hash)
    expect(load(plain, { 'references/b.md': 'a' }).hash).not.toBe(hash)
    expect(load(`${plain} `, { 'references/a.md': 'a' }).hash).not.toBe(hash)
  })

  test('does not depend on journals of its runs, nor on what commands left beside them', () => {
    const before = load(plain).hash
    const beside = { 'runs/a.journal': '{}', 'runs/a.journal.work/out.md': 'out', 'a.journal.results/1': '' }
    const { hash, files } = load(plain, beside)
    expect([hash, files.map(({ name }) => name)]).toEqual([before, ['SKILL.md']])
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
