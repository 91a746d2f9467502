import { expect, test } from 'vitest'
import { documentAt } from './_example.ts'

/** Lines that are neither blank nor comments, without the bodies of the three tools. */
function linesOf(...files: readonly string[]): number {
  const lines = files.flatMap((file) => documentAt(`docs/examples/${file}.ts`).split('\n'))
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('//')).length - 3
}

test('the booking agent has at most 35 lines, and the guide tells how many each version has', () => {
  const versions = [
    ['here', linesOf('booking-agent', 'booking')],
    ['AI SDK 7', linesOf('in-ai-sdk-chat')],
    ['LangChain 1', linesOf('in-langchain-chat')],
  ] as const
  expect(versions[0][1]).toBeLessThanOrEqual(35)
  const page = documentAt('docs/guides/from-ai-sdk.md')
  for (const [name, lines] of versions) expect(page).toMatch(new RegExp(`\\| ${name} +\\| ${lines} +\\|`))
})
