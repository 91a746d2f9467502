import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chainOf, portableDigest } from './chain.ts'

test.each(['', '{"open":0}', 'Zürich 🚢', 'x'.repeat(10_000), '\ud800 alone'])(
  'a program without Node writes the same chain: %#',
  (text) => {
    expect(portableDigest(text)).toBe(hash('sha256', text, 'base64url'))
    expect(chainOf('before', text)).toBe(portableDigest(`before${text}`).slice(0, 22))
  },
)
