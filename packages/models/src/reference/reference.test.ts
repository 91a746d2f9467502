import type { Player } from '@skill-state/protocol'
import { testModel } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { reference } from './reference.ts'

/** Repeats what it sees. */
const echo: Player = {
  decide: (view) => ({
    reasoning: 'I repeat.',
    patch: { seen: view.observation },
    action: `Say ${view.observation}`,
  }),
}
const a1 =
  "Instructions:\nP\n\nHistory:\n\nLatest Observation: hello\nGenerate your next reasoning and action (format 'Action: <cmd>'):"
const a4 =
  'Instructions:\nP\n\nSkill Execution State:\n```json\n{}\n```\nLatest Observation: hello\n\nProvide your response with:\n\n1. R\n2. J'

describe('conformance', () => {
  for (const check of testModel({ create: () => reference(echo), prompt: a4 }))
    test(check.name, () => check.run())
})

test.each([
  [a1, 'I repeat.\nAction: Say hello'],
  [a4, 'I repeat.\n\n```json\n{"state_patch":{"seen":"hello"},"action":"Say hello"}\n```'],
])('answers %j in its format', async (prompt, text) => {
  expect(await reference(echo).generate({ prompt })).toMatchObject({ text, finishReason: 'stop', usage: {} })
})

test('says that it is no language model', () => {
  expect(reference(echo).notice).toContain('not a language model')
})
