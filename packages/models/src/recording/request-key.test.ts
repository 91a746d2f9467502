import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf, requestText } from './request-key.ts'

const model = { id: 'openai:gpt-5', settings: { temperature: 0, nested: { b: [1, { d: 2, c: 3 }], a: 1 } } }
const request = { prompt: 'Where to?', answerSchema: { type: 'object', properties: { b: {}, a: {} } } }

test('the text of a request is a documented one, and so is its key', () => {
  const text = requestText(model, request, { salt: '3' })
  expect(text).toBe(
    '{"format":1,"model":"openai:gpt-5",' +
      '"settings":{"nested":{"a":1,"b":[1,{"c":3,"d":2}]},"temperature":0},"salt":"3",' +
      '"answerSchema":{"type":"object","properties":{"b":{},"a":{}}},"prompt":"Where to?"}',
  )
  expect(keyOf(text)).toBe('b4911b5962dcbcad4f18bf62627987b156345c991ebd70143584158a45609f21')
  expect(requestText({ id: 'm' }, { prompt: '' }, {})).toBe('{"format":1,"model":"m","prompt":""}')
})

test.each([
  ['the model', requestText({ ...model, id: 'openai:gpt-5-mini' }, request, {})],
  ['a setting', requestText({ ...model, settings: { temperature: 1 } }, request, {})],
  ['the prompt', requestText(model, { ...request, prompt: 'Where to? ' }, {})],
  ['no schema', requestText(model, { prompt: request.prompt }, {})],
  [
    "the order of the schema's keys, in which a reply is written",
    requestText(model, { ...request, answerSchema: { type: 'object', properties: { a: {}, b: {} } } }, {}),
  ],
  ['the salt', requestText(model, request, { salt: '' })],
])('%s is part of it', (_, other) => {
  expect(other).not.toBe(requestText(model, request, {}))
})

test('neither breakpoints, nor who waits, nor the order of the settings is part of it', () => {
  const { nested, temperature } = model.settings
  const other = { ...model, settings: { nested, temperature } }
  const rest = { cacheBreakpoints: [3], signal: new AbortController().signal, onRetry: () => {} }
  expect(requestText(other, { ...request, ...rest }, {})).toBe(requestText(model, request, {}))
})

const anyText = fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) })

test('a request can be read back from its text, which is one line: two requests never share one', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (id, prompt, salt) => {
      const text = requestText({ id }, { prompt }, { salt })
      expect(JSON.parse(text)).toEqual({ format: 1, model: id, salt, prompt })
      expect(text).not.toContain('\n')
      expect(text.isWellFormed()).toBe(true)
    }),
  )
})
