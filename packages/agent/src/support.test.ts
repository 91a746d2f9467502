import { expect, test } from 'vitest'
import { supportPrompts } from '../test/support.ts'

/**
 * Characters of the longest of these prompts when they showed neither the message nor the state's type nor the calls of the
 * turn: `supportPrompts(200)` run on the sources of commit 353ff1b9.
 */
const BEFORE = 2_395

/** Characters of a prompt without what it was made longer by on purpose: the type of the state, and the message. */
function charsBeyond(prompt: string): number {
  const [type = ''] = /## State\n.*?\n(?=## Actions)/s.exec(prompt) ?? []
  const [message = ''] = /The user says: .*?\n\n/s.exec(prompt) ?? []
  expect(type).toContain('customer: string')
  return prompt.length - type.length - message.length
}

test('over 200 turns no prompt of a support agent is longer than before by more than 15 %, nor than the certificate says', async () => {
  const { prompts, certified } = await supportPrompts(200)
  expect(prompts).toHaveLength(400)
  expect(Math.max(...prompts.map(charsBeyond))).toBeLessThanOrEqual(1.15 * BEFORE)
  expect(Math.max(...prompts.map(({ length }) => length))).toBeLessThanOrEqual(certified)
  // The same kind of step after 20 turns, when the state is full, and after 200.
  for (const back of [1, 2]) expect(prompts.at(-back)?.length).toBe(prompts[40 - back]?.length)
})
