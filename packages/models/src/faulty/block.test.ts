import { expect, test } from 'vitest'
import { readBlock, withContent } from './_block.ts'

const json = '{"state_patch":{"a":"```\\n"},"action":"Go","confidence":1}'

test.each([
  ['fenced', `R\n\`\`\`json\n${json}\n\`\`\``, '\n```'],
  ['fenced without a language, with more after it', `R\n\`\`\`\n${json}\n\`\`\`\nB`, '\n```\nB'],
  [
    'after a draft',
    `\`\`\`json\n{"state_patch":{},"action":"No"}\n\`\`\`\n\`\`\`json\n${json}\n\`\`\``,
    '\n```',
  ],
  ['before another block', `\`\`\`json\n${json}\n\`\`\`\n\`\`\`sh\nls\n\`\`\``, '\n```\n```sh\nls\n```'],
  ['with an open fence', `\`\`\`json\r\n${json}`, ''],
])('reads a block %s', (_name, reply, after) => {
  const block = readBlock(reply)
  expect(block).toMatchObject({ json, after, patch: { a: '```\n' }, value: { confidence: 1 } })
  expect(block && block.before + block.json + block.after).toBe(reply)
})

test.each([
  '',
  'Action: Wait',
  json,
  '```json\n{"state_patch":{}}\n```',
  '```json\n{"state_patch":[],"action":"Go"}\n```',
  '```json\n{"state_patch":{},"action":"Go"\n```',
  `\`\`\`json\n{"state_patch":{"a":${'['.repeat(300)}${']'.repeat(300)}},"action":"Go"}\n\`\`\``,
])('finds no block in %j', (reply) => {
  expect(readBlock(reply)).toBeUndefined()
})

test('writes a block as it was indented', () => {
  const reply = (text: string): string => `R\n\`\`\`json\n${text}\n\`\`\``
  for (const indent of [undefined, 2]) {
    const text = reply(JSON.stringify(JSON.parse(json), undefined, indent))
    const block = readBlock(text)
    expect(block && withContent(block, block.value)).toBe(text)
  }
})
