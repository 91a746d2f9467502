import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aboveTelemetry, appendTelemetry } from './telemetry.ts'

test.each([
  ['a\nb', 'a\nb'],
  ['a\n\n--- BACKGROUND TELEMETRY ---\nx', 'a'],
  ['a\n--- BACKGROUND TELEMETRY ---', 'a'],
  ['--- BACKGROUND TELEMETRY ---\nx', ''],
  ['a\n\n--- BACKGROUND TELEMETRY ---\nx\n--- BACKGROUND TELEMETRY ---\ny', 'a'],
  [
    'Error: "--- BACKGROUND TELEMETRY ---" is no action.\nb',
    'Error: "--- BACKGROUND TELEMETRY ---" is no action.\nb',
  ],
])('what %j addresses to the agent', (observation, part) => {
  expect(aboveTelemetry(observation)).toBe(part)
})

test('whatever is appended is left out again', () => {
  const line = fc.string({ minLength: 1 }).filter((text) => !text.includes('\n'))
  const text = fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, fc.array(line), (above, lines) => {
      expect(aboveTelemetry(appendTelemetry(above, lines))).toBe(above)
    }),
  )
})
