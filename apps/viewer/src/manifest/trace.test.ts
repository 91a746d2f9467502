import { expect, test } from 'vitest'
import { parseTrace } from './trace.ts'

const EPISODE = '{"kind":"episode","format":1,"benchmark":"b","task":"t","seed":1,"runtime":"r","model":"m"}'
const STEP =
  '{"kind":"step","index":0,"rejections":[],"fallback":false,"patch":{"__proto__":{"x":1},"a":"\\u2028"},"action":"a","result":{"text":"o","done":false},"durationMs":1}'

test('a trace is read, its torn last line left out, keys of a prototype as they are', () => {
  const trace = parseTrace(`${EPISODE}\n${STEP}\n{"kind":"call","st`)
  expect(trace.problems).toEqual([])
  expect(trace.episode?.task).toBe('t')
  expect(Object.keys(trace.steps[0]?.patch ?? {})).toEqual(['__proto__', 'a'])
  expect(trace.end).toBeUndefined()
})

test('a line that does not fit is named and left out, the others are shown', () => {
  const { problems, steps } = parseTrace(`${EPISODE}\n{"kind":"step","index":"x"}\nno json\n[]\n${STEP}\n`)
  expect(steps).toHaveLength(1)
  expect(problems).toHaveLength(3)
  expect(problems[0]).toMatch(/^line 2: index/)
  expect(problems[1]).toBe('line 3: it cannot be read as JSON')
})

test('an empty trace is one without anything', () => {
  expect(parseTrace('')).toMatchObject({ episode: undefined, calls: [], steps: [], problems: [] })
})
