import { expect, test } from 'vitest'
import { blockOf, documentAt, linesOf } from './_example.ts'

const printed = ['I bought the milk. Bread is still missing.', '{ milk: 0, bread: 1 }']

test('the agent of the README replies, and its state changes', () => {
  expect(linesOf('first-agent')).toEqual(printed)
})

test('the README shows the example, at most 15 lines of code, and what it prints', () => {
  const readme = documentAt('README.md')
  const code = documentAt('docs/examples/first-agent.ts').split('\n')
  expect(code.filter((line) => line !== '').length).toBeLessThanOrEqual(15)
  expect(readme).toContain(blockOf('first-agent'))
  expect(readme).toContain(`\`\`\`text\n${printed.join('\n')}\n\`\`\``)
})
