import { expect, test } from 'vitest'
import { readRetryAfter } from './failures.ts'

const now = Date.UTC(2026, 0, 2, 3, 4, 5)

test.each([
  [{}, undefined],
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7000],
  [{ 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' }, 10_000],
  [{ 'retry-after': 'Fri, 02 Jan 2026 03:04:00 GMT' }, 0],
  [{ 'retry-after': '-7' }, undefined],
  [{ 'retry-after': 'later' }, undefined],
  [{ 'retry-after': '' }, undefined],
])('%j is %s ms', (headers, expected) => {
  expect(readRetryAfter(new Headers(headers), now)).toBe(expected)
})
