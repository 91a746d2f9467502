import type { Enforcement, JsonObject, Skill } from '@skill-state/protocol'
import { expect, it } from 'vitest'
import { chooseEncoding } from './choose-encoding.ts'

const skill: Skill = {
  name: 'shelves',
  instructions: '',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  initialState: {},
}
const patchOf = (schema: JsonObject): JsonObject => {
  const { state_patch: patch } = schema.properties as { state_patch: JsonObject }
  return patch
}
const refused: Enforcement = { enforced: false, dialect: 'strict', reasons: [{ path: '', message: 'no' }] }
const heldTo = (type: string) => ({
  enforce: (schema: JsonObject): Enforcement =>
    patchOf(schema).type === type ? { enforced: true, dialect: 'd' } : refused,
})

it("takes the paper's encoding if the model can be held to it", () => {
  const chosen = chooseEncoding(skill, heldTo('object'))
  expect(chosen.encoding.name).toBe('merge')
  expect(chosen.enforcement).toEqual({ enforced: true, dialect: 'd' })
})

it('takes the next one to which the model can be held', () => {
  expect(chooseEncoding(skill, heldTo('array')).encoding.name).toBe('operations')
})

it("falls back to the paper's, with the reasons, if the model can be held to none", () => {
  expect(chooseEncoding(skill, heldTo('nothing'))).toMatchObject({
    encoding: { name: 'merge' },
    enforcement: refused,
  })
  expect(chooseEncoding(skill, {}).enforcement).toEqual({ enforced: false, dialect: 'none', reasons: [] })
})

it('asks about the action too', () => {
  const seen: JsonObject[] = []
  chooseEncoding(
    skill,
    {
      enforce(schema) {
        seen.push(schema)
        return refused
      },
    },
    { type: 'object', properties: { tool: { const: 'x' } } },
  )
  expect(JSON.stringify(seen[0])).toContain('"const":"x"')
})
