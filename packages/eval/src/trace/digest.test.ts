import fc from 'fast-check'
import { expect, test } from 'vitest'
import { promptDigest, promptDigester } from './digest.ts'

/** Long beginnings of one text, which divide surrogate pairs too, with different ends. */
const prompts = fc.array(
  fc
    .tuple(
      fc.constantFrom('P', 'P🦊'),
      fc.integer({ min: 2_040, max: 12_300 }),
      fc.string({ unit: 'grapheme' }),
    )
    .map(([first, length, end]) => `${first}${'x🦊'.repeat(5_000)}`.slice(0, length) + end),
)

test('the digest of a prompt is the same whether what it shares with the others was hashed before or not', () => {
  const law = fc.property(prompts, (given) => {
    expect(given.map(promptDigester())).toEqual(given.map((prompt) => promptDigest(prompt)))
    const messages = given.map((text) => [{ role: 'user', text } as const])
    expect(messages.map(promptDigester())).toEqual(messages.map((prompt) => promptDigest(prompt)))
  })
  fc.assert(law, { numRuns: 100 })
})
