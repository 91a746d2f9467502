import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Answer } from './answer.ts'

const nonce = 'a'.repeat(32)

function inChunks(bytes: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = []
  let at = 0
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return [...chunks, bytes.subarray(at)].filter(({ length }) => length > 0)
}

test('an answer is read alike however its bytes are cut', () => {
  const output = fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    fc.constant(Buffer.from(`${nonce.slice(1)} 0\n`.repeat(2).slice(0, 40))),
  )
  fc.assert(
    fc.property(
      output,
      fc.integer({ min: 0, max: 255 }),
      fc.array(fc.integer({ min: 1, max: 20 })),
      (text, code, sizes) => {
        // Output that ends like the nonce begins would shift where it is found.
        fc.pre(text.at(-1) !== 'a'.charCodeAt(0))
        const answer = new Answer(nonce, 1000)
        const said = inChunks(Buffer.concat([text, Buffer.from(`${nonce} ${code}\n`)]), sizes).map((chunk) =>
          answer.add(chunk),
        )
        expect(said.at(-1)).toBe(code)
        expect(said.slice(0, -1)).toEqual(Array(said.length - 1).fill(undefined))
        expect(Uint8Array.from(answer.output.bytes())).toEqual(Uint8Array.from(text))
      },
    ),
  )
})

test.each(['x\n', '0\nmore', '1234\n', '-1\n', ' \n', '12345'])('an end of %j is malformed', (end) => {
  expect(new Answer(nonce, 10).add(Buffer.from(`${nonce} ${end}`))).toBe('malformed')
})

test('keeps no more than it is asked to, and says so', () => {
  const answer = new Answer(nonce, 5)
  for (const text of ['abc', 'def', 'g'.repeat(100)]) answer.add(Buffer.from(text))
  expect(answer.add(Buffer.from(`${nonce} 0\n`))).toBe(0)
  expect(Buffer.from(answer.output.bytes()).toString()).toBe('abcde')
  expect(answer.output.truncated).toBe(true)
})

test('what only looked like an end is output', () => {
  const answer = new Answer(nonce, 100)
  answer.add(Buffer.from(`text${nonce.slice(0, 10)}`))
  answer.abandon()
  expect(Buffer.from(answer.output.bytes()).toString()).toBe(`text${nonce.slice(0, 10)}`)
})
