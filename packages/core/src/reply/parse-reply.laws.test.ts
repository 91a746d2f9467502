import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { block, goodReply, hostileProse, mutated, spelledBlock } from '../../test/parse-reply-fuzz.ts'
import { parseReply } from './parse-reply.ts'

/** What a reply says, as text that tells `__proto__` from no key; undefined if it is rejected. */
function says(text: string): string | undefined {
  const result = parseReply(text)
  return result.ok ? JSON.stringify([result.value.patch, result.value.action]) : undefined
}

const meaning = ({ state_patch, action }: { state_patch: unknown; action: unknown }) =>
  JSON.stringify([state_patch, action])

it('reads every spelling of a block', () => {
  const law = fc.property(spelledBlock, ({ text, value }) => {
    expect(says(`So:\n\`\`\`json\n${text}\n\`\`\``)).toBe(meaning(value))
  })
  fc.assert(law, { numRuns: fuzzRuns(500) })
})

it('finds any block after any prose without keys, listed strings and single-quoted ones', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '"',
    '\\',
    '\n',
    '`',
    '```json\n',
    '[',
    ']',
    ':',
    ',',
    'word',
    ' ',
    'é',
    "'",
  )
  const prose = fc
    .array(piece, { maxLength: 30 })
    .map((pieces) => pieces.join(''))
    .filter((text) => !/[\w'"]\s*:|[{[,]\s*'|"\s*,/.test(text))
  const law = fc.property(prose, block, fc.nat(2), (text, value, indent) => {
    expect(says(`${text}\n${JSON.stringify(value, null, indent)}\n\`\`\``)).toBe(meaning(value))
  })
  fc.assert(law, { numRuns: fuzzRuns(1_000) })
})

it('gives the answer of the block among hostile prose, or none', () => {
  const law = fc.property(hostileProse, spelledBlock, hostileProse, (before, { text, value }, after) => {
    expect([meaning(value), undefined]).toContain(says(before + text + after))
  })
  fc.assert(law, { numRuns: fuzzRuns(1_000) })
})

it('rejects every block that is cut off, whatever its strings hold', () => {
  const law = fc.property(spelledBlock, fc.nat(), ({ text }, cut) => {
    expect(says(`So:\n\`\`\`json\n${text.slice(0, cut % text.length)}`)).toBeUndefined()
  })
  fc.assert(law, { numRuns: fuzzRuns(500) })
})

it('reads a plain reply at once as it reads any other', () => {
  const law = fc.property(fc.oneof(goodReply, mutated(goodReply)), (text) => {
    const prefix = '[]\n'
    const [sooner, scanned] = [parseReply(text), parseReply(prefix + text)]
    const reasoning = scanned.ok && scanned.value.reasoning.slice(prefix.length).trim()
    expect(sooner.ok && sooner.value).toEqual(scanned.ok && { ...scanned.value, reasoning })
  })
  fc.assert(law, { numRuns: fuzzRuns(1_000) })
})

it('never throws and never pollutes a prototype', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    mutated(goodReply),
    mutated(spelledBlock.map((spelled) => spelled.text)),
  )
  const names = Object.getOwnPropertyNames(Object.prototype).join()
  const law = fc.property(text, (reply) => {
    const result = parseReply(reply)
    expect(result.ok || result.issues.length > 0).toBe(true)
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(names)
  })
  fc.assert(law, { numRuns: fuzzRuns(1_000) })
})
