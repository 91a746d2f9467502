import type { Prompt } from '@skill-state/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageBlocks, type PromptBlock } from './prompt-blocks.ts'

function promptBlocks(prompt: string, breakpoints: readonly number[]): readonly PromptBlock[] {
  return messageBlocks(prompt, breakpoints)[0]?.blocks ?? []
}

const marked = (text: string): object => ({ text, marked: true })
const plain = (text: string): object => ({ text, marked: false })

test.each([
  ['no breakpoint', 'abc', [], [plain('abc')]],
  ['an empty prompt', '', [0], [plain('')]],
  ['one breakpoint', 'abcd', [1], [marked('a'), plain('bcd')]],
  ['a breakpoint at the end', 'abcd', [2, 4], [marked('ab'), marked('cd')]],
  [
    'more than four: the first and the last three are marked',
    'abcdefg',
    [1, 2, 3, 4, 5, 6],
    [marked('a'), plain('b'), plain('c'), marked('d'), marked('e'), marked('f'), plain('g')],
  ],
  ['a block of white space is joined to the next one', 'ab  cd', [2, 4], [marked('ab'), plain('  cd')]],
  ['white space at the end stays with what is before it', 'ab \n', [2], [plain('ab \n')]],
  ['a breakpoint inside a character', '😀a', [1, 2], [marked('😀'), plain('a')]],
  ['breakpoints outside the prompt', 'ab', [-1, 0, 9], [marked('ab')]],
])('%s', (_, prompt, breakpoints, expected) => {
  expect(promptBlocks(prompt, breakpoints)).toEqual(expected)
})

test('breakpoints count through the texts of messages, and at most four are marked in all', () => {
  const prompt: Prompt = [
    { role: 'system', text: 'abc' },
    { role: 'user', text: 'def' },
    { role: 'user', text: 'ghi' },
  ]
  expect(messageBlocks(prompt, [3, 4, 5, 6, 8]).map(({ blocks }) => blocks)).toEqual([
    [marked('abc')],
    [plain('d'), marked('e'), marked('f')],
    [marked('gh'), plain('i')],
  ])
})

test('the blocks are the prompt, none is blank, and at most four are marked', () => {
  const cases = fc.record({
    prompt: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀') }),
    breakpoints: fc.array(fc.integer({ min: -2, max: 30 })).map((offsets) => offsets.sort((a, b) => a - b)),
  })
  fc.assert(
    fc.property(cases, ({ prompt, breakpoints }) => {
      const blocks = promptBlocks(prompt, breakpoints)
      expect(blocks.map(({ text }) => text).join('')).toBe(prompt)
      expect(blocks.filter(({ text }) => !text.isWellFormed())).toEqual([])
      expect(blocks.filter((block) => block.marked).length).toBeLessThanOrEqual(4)
      if (blocks.length > 1) expect(blocks.filter(({ text }) => text.trim() === '')).toEqual([])
    }),
  )
})

test('a transcript that grows keeps its blocks, and the next call reads up to a mark of the last one', () => {
  const turns = fc.array(
    fc.string({ minLength: 1 }).map((text) => `turn: ${text}.\n`),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(turns, (texts) => {
      const at = (count: number): readonly number[] =>
        Array.from({ length: count }, (_, index) => texts.slice(0, index + 1).join('').length)
      const blocksOf = (count: number) =>
        promptBlocks(`${texts.slice(0, count).join('')}Now decide.`, at(count))
      const before = blocksOf(texts.length - 1)
      const now = blocksOf(texts.length)
      const shared = now.slice(0, before.length - 1)
      expect(shared.map(({ text }) => text)).toEqual(before.slice(0, -1).map(({ text }) => text))
      if (before.length > 1) expect(before.at(-2)?.marked && shared.at(-1)?.marked).toBe(true)
    }),
  )
})
