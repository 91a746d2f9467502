import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import { emptyFolder } from '../test/skill-state.ts'

/** A skill of the same form as the public one: the texts of others are not kept here. */
const SKILL = `---
name: executing-plans
description: Carries out a plan. Use when there is a plan.
---

# Executing plans

## Outputs

- **Summary**: what was done.
- **Backlog**: what is left.

## The process

### Step 1: Load the plan

Read it.

### Step 2: Execute the tasks

One by one.
`

/** Fills the artefact that it made, goes to the last stage that its prompt names, and finishes there. */
const MODEL = `export default {
  id: 'brisk',
  generate: async ({ prompt }) => {
    const shown = /## Present stage: ([a-z-]+)/.exec(prompt)?.[1]
    const last = /one of (?:[a-z-]+ → )*([a-z-]+)/.exec(prompt)?.[1]
    const patch = shown === last ? { artefacts: { summary: 'All tasks done' } } : { stage: last }
    const action = shown === last ? { finish: 'Done.' } : { read_result: { handle: 'result-1', from: 0 } }
    const text = '\`\`\`json\\n' + JSON.stringify({ state_patch: patch, action }) + '\\n\`\`\`'
    return { text, usage: undefined, finishReason: 'stop', durationMs: 0 }
  },
}
`

test('the commands of the guide for authors run, and what no session filled goes', async () => {
  const folder = emptyFolder()
  const source = join(folder, 'superpowers/skills/executing-plans')
  const page = readFileSync(new URL('../../../docs/guides/author-skills.md', import.meta.url), 'utf8')
  const lines = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, code = '']) =>
    code.trim().split('\n'),
  )
  const outputs: string[] = []
  for (const line of lines) {
    const words = Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
    const [program, ...args] = words.map((word) => {
      if (word.startsWith('anthropic:')) return join(folder, 'model.mjs')
      return /^(superpowers|skills|proposed|sessions)(\/|$)/.test(word) ? join(folder, word) : word
    })
    if (program === 'git') {
      mkdirSync(source, { recursive: true })
      writeFileSync(join(source, 'SKILL.md'), SKILL)
      writeFileSync(join(folder, 'model.mjs'), MODEL)
    } else if (program === 'mkdir') mkdirSync(args[0] ?? '')
    else if (program === 'cp') cpSync((args[0] ?? '').replace('/*', ''), args[1] ?? '', { recursive: true })
    else {
      const { code, stdout, stderr } = await skillStateHere(args)
      expect(code, `${line}\n${stdout}${stderr}`).toBe(0)
      outputs.push(stdout)
    }
  }
  expect(outputs[0]).toMatch(/^artefacts +summary, backlog$/m)
  expect(outputs[3]).toContain('as it is (-), and as the sessions propose (+):\n- artefact: backlog\n')
  expect(outputs.slice(4).map((text) => text.match(/all accepted/g))).toEqual([
    ['all accepted', 'all accepted'],
    ['all accepted', 'all accepted'],
  ])
  const before = SKILL.slice(SKILL.indexOf('\n# '))
  const after = readFileSync(join(folder, 'skills/executing-plans/SKILL.md'), 'utf8')
  expect(after.endsWith(before)).toBe(true)
  expect(after.match(/^state:$/gm)).toHaveLength(1)
  expect(after).not.toMatch(/^ +- backlog$/m)

  const { code, stdout } = await skillStateHere([
    'propose',
    join(folder, 'sessions'),
    '--skill',
    join(folder, 'skills/executing-plans'),
    '--out',
    join(folder, 'again'),
  ])
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('the 2 sessions give no reason to change state:'),
  ])
})

/** Finds a code by a search, pins another text, and two steps later searches for the code, which it kept in its state. */
const SEARCHER = `export default {
  id: 'searcher',
  generate: async ({ prompt }) => {
    const code = /RUN-[0-9]+/.exec(prompt)?.[0] ?? 'none yet'
    const steps = Number(/"steps": ?"([0-9])"/.exec(prompt)?.[1] ?? 0)
    const action = [
      { search_references: { text: 'code' } },
      { pin_reference: { name: 'other.md' } },
      { search_references: { text: code } },
      { finish: 'Done.' },
    ][steps]
    const patch = { artefacts: { steps: String(steps + 1), code } }
    const text = '\`\`\`json\\n' + JSON.stringify({ state_patch: patch, action }) + '\\n\`\`\`'
    return { text, usage: undefined, finishReason: 'stop', durationMs: 0 }
  },
}
`

test('what later calls needed of a result becomes an artefact', async () => {
  const folder = emptyFolder()
  const [source, skill, sessions] = [join(folder, 'source'), join(folder, 'skill'), join(folder, 'sessions')]
  for (const each of [source, sessions]) mkdirSync(each)
  writeFileSync(join(source, 'SKILL.md'), SKILL.replace('name: executing-plans', 'name: source'))
  writeFileSync(join(source, 'codes.md'), 'The code is RUN-7012.')
  writeFileSync(join(source, 'other.md'), 'Be kind.')
  writeFileSync(join(folder, 'model.mjs'), SEARCHER)
  expect((await skillStateHere(['compile', source, '--out', skill])).code).toBe(0)
  for (const name of ['first', 'second']) {
    const journal = ['--journal', join(sessions, `${name}.journal`)]
    const run = await skillStateHere(['run', skill, '--model', join(folder, 'model.mjs'), ...journal])
    expect(run.code, run.stderr).toBe(0)
  }
  const proposed = ['propose', sessions, '--skill', skill, '--out', join(folder, 'new')]
  const { stdout } = await skillStateHere(proposed)
  expect(stdout).toMatch(/^\+ artefact: text$/m)
})
