import { expect, test } from 'vitest'
import { valueWithoutFiles, withoutFiles } from './_embedded-files.ts'

test.each([100, 8_000_000])(
  'a file of %d characters of base64 is told in words, wherever it stands',
  (length) => {
    const kept: number[] = []
    const keep = ({ bytes }: { readonly bytes: Uint8Array }): string => `file ${kept.push(bytes.length)}`
    const base64 = 'A'.repeat(length)
    const png = `iVBORw0KGgo${base64}`
    expect(withoutFiles(`See ${png} and data:image/gif;base64,${base64}.`, keep)).toMatch(
      /^See \[file, image\/png, \d+ bytes, kept as file 1\] and \[file, image\/gif, \d+ bytes, kept as file 2\]\.$/,
    )
    const value = valueWithoutFiles(
      { data: `${base64}==`, mimeType: 'image/webp', note: 'short' },
      keep,
      new Map(),
    )
    expect(value).toMatchObject({
      data: expect.stringMatching(/^\[file, image\/webp/) as string,
      note: 'short',
    })
    expect(kept).toHaveLength(3)
  },
)

test.each(['iVBORw0KGgoAAAA', 'A'.repeat(200), 'data:text', `x${'/9j/'}${'A'.repeat(50)}`])(
  '%s stays as it is',
  (text) => {
    expect(withoutFiles(text, undefined)).toBe(text)
  },
)
