import { expect, test } from 'vitest'
import { warnUntested } from './index.ts'

function warnings(version: string, tested: readonly [string, string] = ['1.5.0', '1.5.14']): string[] {
  const lines: string[] = []
  warnUntested({ adapter: '@skill-state/x', framework: 'x', version, tested }, (line) => lines.push(line))
  return lines
}

test('a tested version, or a later one of its major number, is no warning', () => {
  expect(['1.5.0', '1.5.9', '1.5.14', '1.9.0'].flatMap((version) => warnings(version))).toEqual([])
  expect(
    ['0.19.0', '0.20.0', '0.20.7'].flatMap((version) => warnings(version, ['0.19.0', '0.20.0'])),
  ).toEqual([])
})

test.for(['1.4.99', '2.0.0-beta.1', '0.9.0'])('version %s is one warning of one line, once', (version) => {
  const line = `@skill-state/x is tested with x 1.5.0 to 1.5.14, and this is ${version}: install x@1.5.14`
  expect([...warnings(version), ...warnings(version)]).toEqual([line])
})

test('below 1.0 a later minor number is a warning', () => {
  expect(warnings('0.21.0', ['0.19.0', '0.20.0'])).toHaveLength(1)
})
