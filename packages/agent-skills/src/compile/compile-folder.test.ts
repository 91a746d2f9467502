import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyPatch, certify, compileSkill, State } from '@skill-state/core'
import { maxStateChars } from '@skill-state/core/guards'
import type { JsonObject } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { skillFolder } from '../../test/skill-folder.ts'
import { type LoadedSkill, loadSkill } from '../load-skill.ts'
import { compileFolder } from './compile-folder.ts'

const filler = (about: string): string => `${`Notes about ${about}, in many words. `.repeat(60).trim()}\n`

const MOVE = `---
name: move-house
description: Moves a household. Use when somebody moves.
---

# Moving house

Work calmly. Nothing is lost.

## The three phases

You must complete each phase before proceeding to the next.

### Phase 1: Survey the rooms

**Before packing anything:**

1. **List each room** - with its size
2. **Photograph the furniture**

${filler('rooms')}
### Phase 2: Pack the boxes

- Write a packing list for each box
- Label the boxes

${filler('boxes')}
### Phase 3: Hand over the keys

Save the report as \`handover.md\`.

${filler('keys')}
## Questions first

1. What is the new address?
2. Who is the carrier?

| Option | For |
| --- | --- |
| Van | one room |
| Truck | a house |

## Never

Never run \`rm -rf\`. If you haven't completed Phase 1, you cannot pack.

## Final checklist

Before you say that the move is complete:

- [ ] Meter readings noted
- [ ] Windows closed
`

function compiled(text: string): LoadedSkill {
  const folder = skillFolder({ 'SKILL.md': text, 'references/map.md': 'A map.' }, 'move-house')
  const out = join(mkdtempSync(join(tmpdir(), 'skill-state-compiled-')), 'move-house')
  mkdirSync(out)
  for (const [name, file] of Object.entries(compileFolder(folder).files)) writeFileSync(join(out, name), file)
  return loadSkill(out)
}

const bodyOf = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n/, '')

describe('a compiled skill', () => {
  const skill = compiled(MOVE)
  const at = compileSkill(skill, { guards: skill.guards })
  const stages = ['survey-the-rooms', 'pack-the-boxes', 'hand-over-the-keys']
  const reasons = (state: JsonObject, patch: JsonObject, action: JsonObject = {}): readonly string[] => {
    const result = applyPatch(at, State.from({ ...skill.initialState, ...state }), patch, { action })
    return result.ok ? [] : result.issues.map(({ message }) => message)
  }

  test('finds stages, items, inputs, outputs, choices and rules', () => {
    expect(skill.initialState).toEqual({
      stage: 'survey-the-rooms',
      returns: {},
      checklist: {
        'survey-the-rooms': { 'list-each-room': 'open', 'photograph-the-furniture': 'open' },
        'pack-the-boxes': { 'pack-the-boxes': 'open' },
        'hand-over-the-keys': { 'hand-over-the-keys': 'open' },
        finish: { 'meter-readings-noted': 'open', 'windows-closed': 'open' },
      },
      inputs: { 'new-address': '', carrier: '' },
      artefacts: { 'packing-list': '', handover: '' },
      choices: { option: '' },
      facts: {},
    })
    expect(skill.guards.map(({ name }) => name)).toEqual([
      'returns',
      'rule 1: order',
      'rule 2: first',
      'rule 3: never',
      'rule 4: finish',
    ])
  })

  test('keeps the text to the character, and says on which line each rule is', () => {
    const text = readFileSync(join(skill.folder, 'SKILL.md'), 'utf8')
    expect(bodyOf(text)).toBe(bodyOf(MOVE))
    const { rules } = JSON.parse(readFileSync(join(skill.folder, 'state.map.json'), 'utf8'))
    const lines = text.split('\n')
    for (const rule of rules) expect(lines[rule.line - 1]).toContain(rule.text)
    expect(reasons({}, { stage: stages[1] as string })[0]).toContain(`SKILL.md line ${rules[0].line} says`)
  })

  test('shows the present stage, and offers every other sentence by its heading', () => {
    const offered = skill.references.map(({ text }) => text).join('\n')
    for (const stage of stages) {
      const shown = skill.stages?.texts[stage] ?? ''
      const lines = new Set(`${skill.instructions}\n${shown}\n${offered}`.split('\n'))
      expect(
        bodyOf(MOVE)
          .split('\n')
          .filter((line) => !lines.has(line)),
      ).toEqual([])
    }
    expect(skill.stages?.texts[stages[1] as string]).toContain('Notes about boxes')
    expect(skill.stages?.texts[stages[1] as string]).not.toContain('Notes about keys')
    expect(skill.references.map(({ name }) => name)).toContain('SKILL.md#pack-the-boxes')
    expect(skill.references.map(({ name }) => name)).not.toContain('state.ts')
  })

  test('has a bound, and a state that its schema in code allows', async () => {
    const guards = [...skill.guards, maxStateChars(skill.maxStateChars ?? 0)]
    const { bounded } = certify(compileSkill(skill, { guards }), { maxObservationChars: 4_000 })
    expect(bounded).toBe(true)
    expect(readFileSync(join(skill.folder, 'state.ts'), 'utf8')).toContain('z.fromJSONSchema(')
  })

  test.each<[string, JsonObject, JsonObject, string]>([
    [
      'a later phase',
      { stage: 'pack-the-boxes' },
      {},
      'You must complete each phase before proceeding to the next.',
    ],
    ['a phase that leaves one out', { stage: 'hand-over-the-keys' }, {}, '**Before packing anything:**'],
    ['a forbidden command', {}, { bash: { command: 'cd /x && rm -rf y' } }, 'Never run `rm -rf`.'],
    ['the end', {}, { finish: 'Done.' }, 'Before you say that the move is complete:'],
  ])('rejects %s with the sentence of the skill', (_, patch, action, sentence) => {
    expect(reasons({}, patch, action).some((reason) => reason.includes(JSON.stringify(sentence)))).toBe(true)
  })

  test('lets a run pass that keeps the rules, also if it skips an item with a reason', () => {
    const first = {
      'survey-the-rooms': { 'list-each-room': 'done', 'photograph-the-furniture': 'skipped: no camera' },
    }
    expect(reasons({}, { checklist: first, stage: 'pack-the-boxes' })).toEqual([])
    expect(reasons({}, { checklist: first }, { bash: { command: 'ls farm -rf' } })).toEqual([])
    const all = { finish: { 'meter-readings-noted': 'done', 'windows-closed': 'done' } }
    expect(reasons({}, { checklist: all }, { finish: 'Done.' })).toEqual([])
  })

  test('lets a run go back, and counts it itself', () => {
    const state = State.from({ ...skill.initialState, stage: 'hand-over-the-keys' })
    const patch = { stage: 'survey-the-rooms', returns: { 'survey-the-rooms': 0 } }
    const result = applyPatch(at, state, patch)
    expect(result.ok && result.value.state.toJSON()).toMatchObject({
      stage: 'survey-the-rooms',
      returns: { 'survey-the-rooms': 1 },
    })
  })
})

const skillOf = (body: string): string => `---\nname: move-house\ndescription: D.\n---\n\n${body}\n`

test.each<[string, string, readonly string[]]>([
  [
    'a list under a heading',
    '# A\n\n## Workflow\n\n1. **Plan**: think\n2. **Do**: act\n3. Check it',
    ['plan', 'do', 'check-it'],
  ],
  ['a list after a sentence', '# A\n\nFollow these steps:\n\n1. Plan it\n2. Do it', ['plan-it', 'do-it']],
  [
    'a cycle',
    '# A\n\n## Plan-act-check\n\n### Plan\n\nx\n\n### Act\n\nx\n\n### Check\n\nx',
    ['plan', 'act', 'check'],
  ],
  [
    'bold numbers',
    '# A\n\n## The steps\n\n**1. Plan it.** Think.\n\n**2–3. Do it**\n\nx',
    ['plan-it', 'do-it'],
  ],
  [
    'a list to copy',
    '# A\n\n## Workflow\n\n```\nProgress:\n- [ ] Step 1: Plan it\n- [ ] Step 2: Do it\n```\n',
    ['plan-it', 'do-it'],
  ],
  [
    'phases with a gate between them and a review behind them',
    '# A\n\n## Work\n\n### Phase 1: Plan\n\nx\n\n### Gate 1: Ask\n\nx\n\n### Notes\n\nx\n\n### Phase 2: Do\n\nx\n\n## Final review\n\nx',
    ['plan', 'gate-1-ask', 'do', 'final-review'],
  ],
  [
    'steps without a title',
    '# A\n\n## Step 1\n\nPlan it. Think.\n\n## Step 2\n\n```\ndo\n```',
    ['plan-it', 'step-2'],
  ],
  ['a fenced template', '# A\n\n## Workflow\n\n```\n- [ ] Plan it\n- [ ] Do it\n```\n', []],
  ['numbered chapters', '# A\n\n## 1. Purpose\n\nx\n\n## 2. Format\n\nx', []],
  ['numbered verbs', '# A\n\n## 1. Plan it\n\nx\n\n## 2. Paint it\n\nx', ['plan-it', 'paint-it']],
  ['headings that are fenced', '# A\n\n```\n## Step 1: x\n## Step 2: y\n```\n', []],
  ['a list of tips', '# A\n\n## Tips\n\n1. Be kind\n2. Be brief\n3. Be exact', []],
])('finds the stages of %s', (_, body, stages) => {
  expect(Object.keys(compiled(skillOf(body)).stages?.texts ?? {})).toEqual(stages)
})

test('takes bold headings over lists as items, and the parts to fill in as artefacts', () => {
  const body = `## Step 1: Plan

Fill in these components:

- **title**: of the plan
- the rest

**Rooms**:

- each

**Boxes**:

- each

**Note**:

- none

**Keys**:

- each

## Step 2: Do

Save the result as \`done.md\`. Read \`other.md\`.`
  const { checklist, artefacts } = compiled(skillOf(body)).initialState
  expect(checklist).toMatchObject({ plan: { rooms: 'open', boxes: 'open', keys: 'open' } })
  expect(artefacts).toEqual({ title: '', plan: '', done: '' })
})

test.each([
  'Never run `npm publish` unless asked.',
  'If the user agrees, complete the steps in order.',
  'Do this in order to learn.',
  'Look at the file before proceeding to the next step.',
  'Never use `x`.',
])('makes no guard of %s', (sentence) => {
  const body = `# A\n\n## Step 1: Plan\n\nx\n\n## Step 2: Do\n\nx\n\n## Notes\n\n${sentence}`
  expect(compiled(skillOf(body)).guards.map(({ name }) => name)).toEqual(['returns'])
})

test.each([
  ['stages:\n    plan: ["## Nowhere"]', /"plan" names the line "## Nowhere", which the text does not have/],
  ['rules: [{kind: first, stage: x, text: y}]', /there is no stage "x"/],
  ['stages: 1', /state.*stages/],
  ['colour: red', /colour/],
])('rejects a section of an author that says %s', (section, message) => {
  const text = `---\nname: move-house\ndescription: D.\nstate:\n  ${section}\n---\n\n# A\n`
  expect(() => loadSkill(skillFolder({ 'SKILL.md': text }, 'move-house'))).toThrow(message)
})

test('rejects a skill that has a state', () => {
  const text = '---\nname: move-house\ndescription: D.\nstate: {}\n---\n\n# A\n'
  expect(() => compileFolder(skillFolder({ 'SKILL.md': text }))).toThrow(/has a state already/)
})

test('reads a text without structure, and one of any form', () => {
  for (const body of [
    'Just do it.',
    '',
    '#\n##\n- [ ]\n1.\n\n|a|\n',
    '> # x\n\n\t# y',
    '## Step 1\n## Step 2',
  ])
    expect(compiled(skillOf(body)).name).toBe('move-house')
})
