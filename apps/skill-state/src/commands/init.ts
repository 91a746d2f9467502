import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSkill } from '@skill-state/agent-skills'
import { compileSkill, runSkill } from '@skill-state/core'
import { openJournal } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { scripted } from '@skill-state/models'
import { ToolWorld } from '@skill-state/tools'
import { requireEmpty, skillName } from '../new-folder.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    items: {
      type: 'object',
      description: 'Each item of the task, by a short name, with how far it is.',
      propertyNames: { maxLength: 40 },
      additionalProperties: { enum: ['open', 'done'] },
      maxProperties: 50,
      default: {},
    },
    result: { type: 'string', description: 'What was found, for the answer.', maxLength: 500, default: '' },
  },
  required: ['items', 'result'],
  additionalProperties: false,
}

const skillText = (name: string): string => `---
name: ${name}
description: Works through a list of items. Use when a task names several things to do.
metadata:
  skill-state: ./state.schema.json
---

1. Write each item of the task into \`items\` as \`open\`.
2. Do one item at a time, then mark it as \`done\`. See references/details.md for what counts as done.
3. Finish with \`result\` when no item is open.
`

const REPLIES = [
  '{"state_patch": {"items": {"first": "open"}}, "action": {"read_result": {"handle": "result-1", "from": 0}}}',
  '{"state_patch": {"items": {"first": "done"}, "result": "All is done."}, "action": {"finish": "All is done."}}',
]

/** Writes a skill with a schema, a reference and a recorded session. Returns what to do next. */
export async function initCommand(folder: string): Promise<string> {
  requireEmpty(folder)
  const name = skillName(folder) ?? 'my-skill'
  for (const part of ['references', 'sessions']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), skillText(name))
  writeFileSync(join(folder, 'state.schema.json'), `${JSON.stringify(SCHEMA, undefined, 2)}\n`)
  writeFileSync(
    join(folder, 'references/details.md'),
    '# Details\n\nAn item is done when somebody else can see it.\n',
  )
  await record(folder, join(folder, 'sessions/example.journal'))
  return `${folder} has SKILL.md, state.schema.json, references/details.md and sessions/example.journal
next: skill-state check ${folder}
      skill-state test ${folder}
`
}

async function record(folder: string, file: string): Promise<void> {
  const skill = loadSkill(folder)
  const store = openFileJournal(file)
  try {
    const journal = openJournal(store, { skill: compileSkill(skill), id: `${skill.name}/example` })
    const model = scripted(REPLIES)
    const environment = new ToolWorld({ tools: {} })
    for await (const _ of runSkill({ skill, environment, model, seed: 0 }, { journal }));
  } finally {
    store.close()
  }
}
