import { expect, test } from 'vitest'
import { checkVersion, TESTED } from './version.ts'

function warnings(version: string): string[] {
  const lines: string[] = []
  checkVersion(version, (line) => lines.push(line))
  return lines
}

test('a tested version of ai is no warning', () => {
  expect(TESTED.flatMap(warnings)).toEqual([])
})

test.for(['6.0.99', '7.1.0', '8.0.0-beta.1', '5.1.0'])('ai %s is one warning of one line', (version) => {
  expect(warnings(version)).toEqual([
    `@skill-state/ai-sdk is tested with ai 7.0.0 to ${TESTED[1]}, and this is ${version}: install ai@${TESTED[1]}`,
  ])
})
