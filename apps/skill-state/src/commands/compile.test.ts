import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillStateHere } from '../../test/here.ts'
import { emptyFolder } from '../../test/skill-state.ts'

const SKILL = `---
name: letters
description: Answers letters. Use when letters came.
---

# Letters

You must complete each step before proceeding to the next.

## Step 1: Read the letter

${'Read it twice. '.repeat(300)}

## Step 2: Write an answer

${'Write plainly. '.repeat(300)}
`

/** Goes on at once; told why not, ticks off what its prompt says is open. Finishes if it is shown the second step. */
const MODEL = `export default {
  id: 'hasty',
  generate: async ({ prompt }) => {
    const open = /before proceeding to the next\\..*Still open: ([a-z-]+)\\./.exec(prompt)?.[1]
    const shown = /## Present stage: ([a-z-]+)/.exec(prompt)?.[1]
    const next = /one of ([a-z-]+) → ([a-z-]+)/.exec(prompt)?.[2]
    const hasText = prompt.includes(shown === next ? 'Write plainly.' : 'Read it twice.')
    const patch = shown === next ? {} : { stage: next, ...(open && { checklist: { [shown]: { [open]: 'done' } } }) }
    const action = shown === next ? { finish: String(hasText) } : { read_result: { handle: 'result-1', from: 0 } }
    const text = '\`\`\`json\\n' + JSON.stringify({ state_patch: patch, action }) + '\\n\`\`\`'
    return { text, usage: undefined, finishReason: 'stop', durationMs: 0 }
  },
}
`

test('compiles a skill that run then plays stage by stage, by its rules', async () => {
  const folder = emptyFolder()
  const [source, out] = [join(folder, 'letters'), join(folder, 'out/letters')]
  mkdirSync(join(source, 'references'), { recursive: true })
  writeFileSync(join(source, 'SKILL.md'), SKILL)
  writeFileSync(join(source, 'references/tone.md'), 'Be kind.')
  writeFileSync(join(folder, 'model.mjs'), MODEL)
  const compiled = await skillStateHere(['compile', join(source, 'SKILL.md'), '--out', out])
  expect(compiled.stdout).toMatch(/^stages +read-the-letter → write-an-answer$/m)
  expect(compiled.stdout).toContain('1 of 1 sentences that sound like one are guards')
  expect(readFileSync(join(out, 'references/tone.md'), 'utf8')).toBe('Be kind.')

  const dry = await skillStateHere(['run', out, '--dry-run'])
  expect(dry.stdout).toMatch(/## Present stage: read-the-letter[\s\S]*## Present stage: write-an-answer/)

  const journal = join(folder, 'run.journal')
  const run = await skillStateHere(['run', out, '--model', join(folder, 'model.mjs'), '--journal', journal])
  expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('true')])
  // The model ticks off what a rejection names, and nothing else.
  expect(run.stderr).toContain('"checklist":{"read-the-letter":{"read-the-letter":"done"}}')
  expect((await skillStateHere(['test', out, journal])).code).toBe(0)
})

test('reports without a folder to write to, and writes into no other skill', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'SKILL.md'), SKILL)
  expect((await skillStateHere(['compile', folder])).stdout).toContain('nothing written')
  const again = await skillStateHere(['compile', folder, '--out', folder])
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is not empty')])
})
