import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Copies a line of its prompt wrongly; told so, copies the one that its prompt shows. Counts its calls in a file. */
const READER = `import { appendFileSync } from 'node:fs'
export default {
  id: 'reader',
  capabilities: { maxOutputTokens: 1000 },
  generate: async ({ prompt }) => {
    appendFileSync(new URL('calls', import.meta.url), '.')
    const lines = [...prompt.matchAll(/^## (Step .*)$/gm)].map(([line]) => line)
    const names = lines.map((line) => line.replace(/.*: ([a-z]+).*/i, '$1').toLowerCase())
    const told = prompt.includes('the text does not have')
    const section = {
      stages: Object.fromEntries(names.map((name, at) => [name, [told ? lines[at] : lines[at] + '!']])),
      choices: { tone: ['kind', 'short'] },
    }
    const text = '\`\`\`json\\n' + JSON.stringify({ state_patch: section, action: { finish: true } }) + '\\n\`\`\`'
    return { text, usage: { inputTokens: 900, outputTokens: 90 }, finishReason: 'stop', durationMs: 0 }
  },
}
`

function letters(): { readonly folder: string; readonly calls: () => number } {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'SKILL.md'), SKILL)
  writeFileSync(join(folder, 'reader.mjs'), READER)
  const file = join(folder, 'calls')
  return { folder, calls: () => (existsSync(file) ? readFileSync(file, 'utf8').length : 0) }
}

test('a model proposes the state, hears which line the text lacks, and the difference is shown', async () => {
  const { folder, calls } = letters()
  const model = join(folder, 'reader.mjs')
  const [out, cache] = [join(folder, 'out'), join(folder, 'cache')]
  const asked = await skillStateHere(['compile', folder, '--model', model, '--cache', cache, '--out', out])
  expect([asked.code, asked.stderr, calls()]).toEqual([0, '', 2])
  expect(asked.stdout).toContain('- stage 1: read-the-letter, from ## Step 1: Read the letter\n')
  expect(asked.stdout).toContain('+ stage 1: read, from ## Step 1: Read the letter\n')
  expect(asked.stdout).toContain('+ choice: tone from kind, short\n')
  expect(readFileSync(join(out, 'SKILL.md'), 'utf8')).toContain('tone:')

  const replies = join(folder, 'replies')
  const again = await skillStateHere([
    'compile',
    folder,
    '--model',
    model,
    '--cache',
    cache,
    '--record',
    replies,
  ])
  expect([again.code, calls()]).toEqual([0, 2])
  const recorded = await skillStateHere(['compile', folder, '--recorded', replies])
  expect([recorded.code, recorded.stdout]).toEqual([0, again.stdout])
})

test('asks no model beyond the limit, and writes nothing', async () => {
  const { folder, calls } = letters()
  const model = join(folder, 'reader.mjs')
  const out = join(folder, 'out')
  const said = await skillStateHere(['compile', folder, '--model', model, '--max-tokens', '10', '--out', out])
  expect([said.code, said.stdout, calls(), existsSync(out)]).toEqual([1, '', 0, false])
  expect(said.stderr).toMatch(/^[^\n]*10 tokens[^\n]*\n$/)
})
