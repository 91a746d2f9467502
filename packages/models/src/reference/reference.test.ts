import type { JsonObject, Player } from '@skill-state/protocol'
import { testModel } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { layouts } from '../../test/layouts.ts'
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
  for (const check of testModel({ create: () => reference(echo, layouts), prompt: a4 }))
    test(check.name, () => check.run())
})

test.each([
  [a1, 'I repeat.\nAction: Say hello'],
  [a4, 'I repeat.\n\n```json\n{"state_patch":{"seen":"hello"},"action":"Say hello"}\n```'],
])('answers %j in its format', async (prompt, text) => {
  expect(await reference(echo, layouts).generate({ prompt })).toMatchObject({
    text,
    finishReason: 'stop',
    usage: {},
  })
})

const a3 =
  'Instructions:\nP\n\nCurrent State:\n{}\n\nHistory:\n\nLatest Observation: hello\nUpdate the state if necessary, provide reasoning, and output \'Action: <cmd>\'.\nTo update state, use the format: StateUpdate: {"key": "value"}'

test('writes the patch before the action if the prompt asks for it, and leaves an empty one out', async () => {
  const write = async (patch?: JsonObject): Promise<string> => {
    const player: Player = { decide: () => ({ reasoning: 'R', action: 'A', ...(patch && { patch }) }) }
    return (await reference(player, layouts).generate({ prompt: a3 })).text
  }
  expect(await write({ a: { b: null } })).toBe('R\nStateUpdate: {"a":{"b":null}}\nAction: A')
  expect(await write({})).toBe('R\nAction: A')
  expect(await write()).toBe('R\nAction: A')
})

const request =
  'Bring the summary of a task up to date: later steps see it in place of the turns.\n\nInstructions:\nP\n\nSummary so far:\nold\n\nNew turns:\nObservation: o\nResponse: r\n\nKeep every fact that a later step may need, and drop what no longer holds. Answer with the new summary only.'

test('lets the player write the summary that a prompt asks for', async () => {
  const writer = (text: string): Player => ({
    ...echo,
    summarise: ({ summary, turns }) => text && `${summary} ${text} ${turns.length}`,
  })
  expect(await reference(writer('and'), layouts).generate({ prompt: request })).toMatchObject({
    text: 'old and 1',
  })
  expect(await reference(writer(''), layouts).generate({ prompt: request })).toMatchObject({
    text: 'Nothing.',
  })
})

test('says that a player writes no summaries', async () => {
  await expect(reference(echo, layouts).generate({ prompt: request })).rejects.toMatchObject({
    code: 'unreadable-prompt',
    message: expect.stringContaining('no summarise'),
  })
})

test('says that it is no language model', () => {
  expect(reference(echo, layouts).notice).toContain('not a language model')
})
