import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { layouts } from '../../test/layouts.ts'
import { distracted } from './distracted.ts'
import { type Failing, fallible } from './fallible.ts'
import { overlooking } from './overlooking.ts'

/** Says what it was shown. */
const echo: Player = {
  decide: ({ state, history, summary }: PromptView): Decision => ({
    reasoning: '',
    patch: { seen: Object.keys((state?.items as object) ?? {}) },
    action: `${Object.keys((state?.items as object) ?? {}).length} ${history.length} ${summary ?? ''}`,
  }),
}

const a4 = (items: object, observation = 'o'): string =>
  `Instructions:\nP\n\nSkill Execution State:\n\`\`\`json\n${JSON.stringify({ items })}\n\`\`\`\nLatest Observation: ${observation}\n\nProvide your response with:\n\n1. `
const a1 = (turns: number, observation = 'o'): string =>
  `Instructions:\nP\n\nHistory:\n${'Observation: a\nReasoning & Action: b\n'.repeat(turns)}\nLatest Observation: ${observation}\nGenerate your next reasoning and action (format 'Action: <cmd>'):`

async function ask(failing: Failing, prompt: string): Promise<string> {
  return (await fallible(echo, layouts, failing).generate({ prompt })).text
}

const items = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`i${index}`, index]))
const base = { seed: 1, level: 0, byLength: 0 }

/** How many of 200 carried facts were read. */
async function read(
  options: Partial<Parameters<typeof overlooking>[0]>,
  prompt = a4(items),
): Promise<number> {
  return Number(/"action":"(\d+)/.exec(await ask(overlooking({ ...base, ...options }), prompt))?.[1])
}

test('the same seed and prompt give the same reply, another seed another', async () => {
  const prompt = a4(items)
  const replies = [1, 1, 2].map((seed) => ask(overlooking({ ...base, seed }), prompt))
  const [first, again, other] = await Promise.all(replies)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('facts are missed by level, length, place and number', async () => {
  expect(await read({ level: -50 })).toBe(200)
  expect(await read({ level: 50 })).toBe(0)
  const half = await read({})
  expect(half).toBeGreaterThan(70)
  expect(half).toBeLessThan(130)
  expect(await read({ byLength: 1 })).toBeLessThan(half)
  expect(await read({ byMiddle: 5 })).toBeLessThan(half)
  expect(await read({ bySimilar: 1 })).toBeLessThan(half)
})

test('turns of a history and parts of a summary are missed too', async () => {
  expect(await ask(overlooking({ ...base, level: 50 }), a1(5))).toContain('Action: 0 0')
  expect(await ask(overlooking({ ...base, level: -50 }), a1(5))).toContain('Action: 0 5')
  const a2 = a1(0).replace('History:\n', 'Summarized History:\nFacts: one, two, three.\n\nRecent History:\n')
  expect(await ask(overlooking({ ...base, level: 50 }), a2)).toContain('Action: 0 0 Facts: one,\n'.trim())
})

test('noise distracts by its lines, and nothing else does', async () => {
  const noiseIn = (text: string): number => text.split('noise').length - 1
  const failing = (rate: number): Failing => distracted({ seed: 1, rate, noiseIn })
  expect(await ask(failing(1), a1(3, 'noise'))).toContain('Action: Wait')
  expect(await ask(failing(1), a1(3))).not.toContain('Wait')
  expect(await ask(failing(0), a1(3, 'noise'))).not.toContain('Wait')
})
