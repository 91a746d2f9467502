import { expect, test } from 'vitest'
import { z } from 'zod'
import type { OfficialDomain } from '../data/load-domain.ts'
import { ownDomain } from '../own/own-domain.ts'
import { tauSkill } from './skill.ts'

const skillOf = (kind: OfficialDomain) => tauSkill({ ...ownDomain(), kind })
const schemaOf = (kind: OfficialDomain) => z.fromJSONSchema(skillOf(kind).schema as z.core.JSONSchema.Schema)

test.each(['retail', 'airline'] as const)(
  '%s: the state begins empty and valid, and P names each field',
  (kind) => {
    const { initialState, instructions } = skillOf(kind)
    expect(schemaOf(kind).safeParse(initialState).success).toBe(true)
    for (const field of Object.keys(initialState))
      expect(instructions).toMatch(new RegExp(`^${field}: `, 'm'))
    expect(JSON.stringify(initialState)).not.toContain('null')
  },
)

test('a state in use passes, and fields that P does not name are refused', () => {
  const { initialState } = skillOf('retail')
  const used = {
    ...initialState,
    user: {
      id: 'ines_moreau_1001',
      verified_by: 'email',
      facts: { zip: '97201' },
      payment_methods: { paypal_1: 'PayPal' },
    },
    requests: { lamp: 'exchange for the cold one' },
    orders: { '#W1': { status: 'delivered', items: { '1000000021': 'Desk Lamp, warm, 68.45' } } },
    products: { '1000000007': { '1000000022': 'cold, 64.2, available' } },
    pending: { exchange: 'exchange_delivered_order_items #W1 1000000021 -> 1000000022 paypal_1' },
    last_action: 'asked to confirm the exchange',
  }
  expect(schemaOf('retail').safeParse(used).success).toBe(true)
  expect(schemaOf('retail').safeParse({ ...used, notes: 'x' }).success).toBe(false)
  expect(schemaOf('airline').safeParse({ ...initialState, orders: {} }).success).toBe(false)
})

test('P has the policy and every tool, and how to act', () => {
  const domain = ownDomain()
  const { instructions } = tauSkill(domain)
  expect(instructions).toContain(domain.wiki.trim())
  for (const tool of domain.tools) expect(instructions).toContain(`\n${JSON.stringify(tool.function)}\n`)
  expect(
    instructions.replace(domain.wiki.trim(), '<policy>').replace(/^\{"name".*\n/gm, ''),
  ).toMatchSnapshot()
})
