import { capObservation, type JsonObject, promptLength } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { boundedSchemas } from '../test/bounded-schema.ts'
import { fuzzRuns } from '../test/fuzz-runs.ts'
import { certify } from './certify.ts'
import { compileSkill } from './compile-skill.ts'
import { maxStateChars } from './guards/max-state-chars.ts'
import { buildMessages, buildPrompt } from './prompt.ts'
import { State } from './state/state.ts'

const skill = (schema: JsonObject, initialState: JsonObject = {}) => ({
  name: 'shop',
  instructions: 'Keep the shop.',
  schema,
  initialState,
})
const shop = skill({
  type: 'object',
  properties: {
    inventory: {
      type: 'object',
      propertyNames: { pattern: '^shelf_[0-9]{1,2}$' },
      additionalProperties: { type: 'string', maxLength: 2 },
      maxProperties: 100,
    },
  },
  additionalProperties: false,
})

describe('certify', () => {
  it('counts messages as it counts a text', () => {
    const form = { answer: 'native', prompt: 'messages', action: 'json' } as const
    const compiled = compileSkill(shop)
    const whole = certify(compiled, { ...form, maxObservationChars: 500 })
    const sent = buildMessages(compiled.skill, {}, 'o'.repeat(500), form)
    const state = 16 + 100 * (10 + 1 + 26) + 99
    expect(whole).toMatchObject({ bounded: true, promptChars: promptLength(sent) - 2 + state })
  })

  it('gives the prompt at its longest, and its parts', () => {
    const certificate = certify(compileSkill(shop), { maxObservationChars: 500 })
    const fixed = buildPrompt(shop, {}, '').length - 2
    // {"inventory":{ }} and 100 times "shelf_12":"😀😀" with 99 commas; the pattern is on propertyNames.
    const state = 16 + 100 * (10 + 1 + 26) + 99
    expect(certificate).toEqual({
      bounded: true,
      promptChars: fixed + state + 500,
      parts: { fixed, state, observation: 500 },
    })
  })

  it('lists every place without bound, and none of those with one', () => {
    const schema = z.strictObject({
      note: z.string(),
      open: z.boolean(),
      orders: z.record(z.string().max(8), z.strictObject({ id: z.int(), lines: z.array(z.string().max(5)) })),
    })
    const compiled = compileSkill({ ...shop, schema, initialState: { note: '', open: true, orders: {} } })
    expect(certify(compiled, { maxObservationChars: 500 })).toEqual({
      bounded: false,
      unbounded: [
        { path: '/note', reason: 'text of any length', fix: 'maxLength' },
        { path: '/orders', reason: 'any number of keys', fix: 'maxProperties' },
        { path: '/orders/*/lines', reason: 'any number of items', fix: 'maxItems' },
      ],
    })
  })

  it('takes the cap of a guard if that is lower, or all there is', () => {
    const stateOf = (schema: JsonObject, initialState: JsonObject, cap: number): unknown => {
      const compiled = compileSkill(skill(schema, initialState), { guards: [maxStateChars(cap)] })
      const certificate = certify(compiled, { maxObservationChars: 100 })
      return certificate.bounded && certificate.parts.state
    }
    expect(stateOf({}, {}, 1000)).toBe(1000)
    expect(stateOf(shop.schema, {}, 1000)).toBe(1000)
    expect(stateOf({ additionalProperties: false }, {}, 1000)).toBe(2)
    expect(stateOf({}, { a: 'x'.repeat(50) }, 10)).toBe(58)
  })

  it('counts the line that a very small cap on observations leaves', () => {
    const certificate = certify(compileSkill(shop), { maxObservationChars: 0 })
    const { length } = capObservation('x'.repeat(10_000), 0)
    expect(certificate.bounded && certificate.parts.observation).toBeGreaterThanOrEqual(length)
  })

  it.each([Infinity, -1, Number.NaN])('rejects the cap %s', (maxObservationChars) => {
    expect(() => certify(compileSkill(shop), { maxObservationChars })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    )
  })

  it('law: no prompt of a valid state is longer, whatever the observation; one is as long', () => {
    const cases = boundedSchemas.chain(({ schema, values, longest }) =>
      fc.tuple(fc.constant(schema), values, fc.constant(longest)),
    )
    const observations = fc.string({ maxLength: 300, size: 'max' })
    const law = fc.property(cases, observations, ([schema, value, longest], observation) => {
      const compiled = compileSkill(skill(schema))
      const certificate = certify(compiled, { maxObservationChars: 120 })
      const most = certificate.bounded ? certificate.promptChars : -1
      const promptOf = (state: JsonObject, text: string): string =>
        buildPrompt(compiled.skill, State.from(state), capObservation(text, 120))
      expect(promptOf(value, observation).length).toBeLessThanOrEqual(most)
      expect(promptOf(longest, 'x'.repeat(120))).toHaveLength(most)
    })
    fc.assert(law, { numRuns: fuzzRuns(80) })
  })
})
