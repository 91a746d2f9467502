import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lastLineBreak, linesBackward, linesForward } from './lines.ts'

const BLOCK = 65_536

/** Lines around the size of a block, where a line break may stand at its border. */
test.each([0, 1, BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 1, 2 * BLOCK, 3 * BLOCK])(
  'lines of %d bytes are read whole, from either end',
  (length) => {
    const folder = mkdtempSync(join(tmpdir(), 'skill-state-lines-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const texts = ['first', 'x'.repeat(length), '', 'é'.repeat(length / 2), 'last']
    const path = join(folder, 'lines')
    writeFileSync(path, texts.map((text) => `${text}\n`).join(''))
    const handle = openSync(path, 'r')
    onTestFinished(() => closeSync(handle))
    const end = Buffer.byteLength(texts.map((text) => `${text}\n`).join(''))
    const file = (): number => handle
    expect([...linesForward(file, end)].map(String)).toEqual(texts)
    expect([...linesBackward(file, end)].map(String)).toEqual(texts.toReversed())
    expect([...linesForward(file, end, 6)].map(String)).toEqual(texts.slice(1))
    expect(lastLineBreak(file, end)).toBe(end - 1)
    expect(lastLineBreak(file, end - 1)).toBe(end - 1 - 'last'.length - 1)
    expect(lastLineBreak(file, 5)).toBe(-1)
    expect([...linesForward(file, 0), ...linesBackward(file, 0)]).toEqual([])
  },
)
