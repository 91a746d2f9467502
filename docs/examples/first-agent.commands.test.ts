import { expect, test } from 'vitest'
import { blockOf, documentAt, linesOf } from './_example.ts'

const printed = ['Noted.', '{"list":{"milk":2,"bread":1}}', 'Bought.', '{"list":{"bread":1}}']

test('the agent of the README replies, and its state changes', () => {
  expect(linesOf('first-agent')).toEqual(printed)
})

test('the README shows the example and what it prints', () => {
  const readme = documentAt('README.md')
  expect(readme).toContain(blockOf('first-agent'))
  expect(readme).toContain(`\`\`\`text\n${printed.join('\n')}\n\`\`\``)
})
