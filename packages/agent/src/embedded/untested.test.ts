import { expect, test } from 'vitest'
import { warnUntested } from './index.ts'

function warnings(version: string, tested: readonly [string, string] = ['1.5.0', '1.5.14']): string[] {
  const lines: string[] = []
  warnUntested({ adapter: '@skill-state/x', framework: 'x', version, tested }, (line) => lines.push(line))
  return lines
}

test('a tested version, or a later patch of the newest one, is no warning', () => {
  expect(['1.5.0', '1.5.9', '1.5.14', '1.5.15'].flatMap((version) => warnings(version))).toEqual([])
  expect(
    ['0.19.0', '0.19.8', '0.20.0', '0.20.7'].flatMap((version) => warnings(version, ['0.19.0', '0.20.0'])),
  ).toEqual([])
})

test.for(['0.9.0', '1.4.99', '1.5.0-beta.1', '1.6.0', '1.6.0-beta.1', '2.0.0'])(
  'version %s is one warning of one line, once',
  (version) => {
    const line = `@skill-state/x is tested with x 1.5.0 to 1.5.14, and this is ${version}: install x@1.5.14`
    expect([...warnings(version), ...warnings(version)]).toEqual([line])
  },
)

test('below 1.0 a later minor version is a warning too', () => {
  expect(warnings('0.21.0', ['0.19.0', '0.20.0'])).toHaveLength(1)
})
