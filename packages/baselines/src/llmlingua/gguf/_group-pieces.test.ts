import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupPieces } from './_group-pieces.ts'

/** A vocabulary of bytes: an entry that is a part of a character decodes to a replacement character. */
const bytes = (text: string): readonly number[] => [...new TextEncoder().encode(text)]
const decode = (ids: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(ids))

describe('groupPieces', () => {
  it('joins entries that are a character only together', () => {
    expect(groupPieces('aé👍', bytes('aé👍'), decode)).toEqual([
      { text: 'a', ids: [0x61] },
      { text: 'é', ids: [0xc3, 0xa9] },
      { text: '👍', ids: [0xf0, 0x9f, 0x91, 0x8d] },
    ])
  })

  it('never cuts a surrogate pair', () => {
    const units = (ids: readonly number[]): string => String.fromCharCode(...ids)
    expect(groupPieces('👍a', [0xd83d, 0xdc4d, 0x61], units).map((piece) => piece.text)).toEqual(['👍', 'a'])
  })

  it('joins an entry without a text to the next', () => {
    const space = (ids: readonly number[]): string => (ids[0] === 1 ? ids.slice(1) : ids).map(String).join('')
    expect(groupPieces('23', [1, 2, 3], space)).toEqual([
      { text: '2', ids: [1, 2] },
      { text: '3', ids: [3] },
    ])
  })

  it('tells the decoder the text before', () => {
    const seen: (readonly number[])[] = []
    groupPieces('ab', bytes('ab'), (ids, earlier) => {
      seen.push(earlier)
      return decode(ids)
    })
    expect(seen).toEqual([[]])
  })

  it('gives the text, in pieces that are not empty, whatever the decoder says', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 40 })
    const decoders = [decode, () => '', () => '�', (ids: readonly number[]) => `x${decode(ids)}`]
    fc.assert(
      fc.property(anyText, fc.constantFrom(...decoders), (text, decoder) => {
        const pieces = groupPieces(text, bytes(text), decoder)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        expect(pieces.every((piece) => piece.text !== '')).toBe(true)
        expect(pieces.flatMap((piece) => piece.ids)).toEqual(text === '' ? [] : bytes(text))
      }),
    )
  })
})
