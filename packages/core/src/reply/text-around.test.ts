import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../test/cpu-time.ts'
import { parseReply } from './parse-reply.ts'
import { doubtAfter, endsInFence, withoutFence } from './text-around.ts'

describe('the text after a block', () => {
  it.each<[string, boolean, boolean]>([
    ['', false, false],
    ['\n```', true, false],
    ['\n```\nDone.', true, false],
    ['\n```', false, false],
    ['\n```\nOr:\n```', true, true],
    ['\n```json', true, true],
    ['\n \t~~~ \tjson \t', false, true],
    ['\n```\nOr:\n```json\nthen more', true, false],
    ['\n```json is a fence', true, false],
    ['\n```` js\n', true, true],
  ])('%j after a block, fenced %j: may go on %j', (text, fenced, doubted) => {
    expect(doubtAfter(text, fenced)?.includes('code fence') ?? false).toBe(doubted)
  })
})

describe('is read in linear time', () => {
  const size = 100_000
  const spaces = ' '.repeat(size)
  it.each<[string, string]>([
    ['a fence with spaces and more', `\n\`\`\`${spaces}!`],
    ['a fence with tabs and more', `\n~~~${'\t'.repeat(size)}!`],
    ['a fence with a long word and more', `\n\`\`\`${'a'.repeat(size)} !`],
    ['a fence with words', `\n\`\`\`${'a '.repeat(size / 2)}`],
    ['spaces before a fence', `\n${spaces}\`\`!`],
    ['a long fence', `\n${'`'.repeat(size)}!`],
    ['many lines of spaces', `\n${' \n'.repeat(size / 2)}!`],
    ['many fences', '\n``` \t!'.repeat(size / 7)],
    ['a key and spaces', `\n"action"${spaces}!`],
    ['braces and spaces', '{ '.repeat(size / 2)],
    ['a brace and spaces', `{${spaces}!`],
    ['a quote and spaces', `\n"${spaces}!`],
    ['no quote', `\n${'a'.repeat(size)}`],
  ])('%s', (_, text) => {
    const used = cpuTime(() => {
      doubtAfter(text, true)
      doubtAfter(text, false)
      endsInFence(text)
      withoutFence(text)
      parseReply(`\`\`\`json\n{"state_patch": {}, "action": "go"}${text}`)
      parseReply(`{"state_patch": {"a": "b${text}"}, "action": "go",}`)
    })
    expect(used).toBeLessThan(1_000)
  })
})
