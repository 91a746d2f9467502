import type { JsonObject, Skill } from '@skill-state/protocol'
import type { Domain } from '../data/load-domain.ts'
import { record } from './_schema.ts'
import { airlineInitialState, airlineProperties } from './airline-state.ts'
import { commonInitialState, commonProperties } from './common-state.ts'
import { instructionsOf } from './instructions.ts'
import { retailInitialState, retailProperties } from './retail-state.ts'

const own = {
  retail: { properties: retailProperties, initialState: retailInitialState },
  airline: { properties: airlineProperties, initialState: airlineInitialState },
} as const

/** P of a domain: one text and one schema for all its tasks, whatever the runtime. */
export function createTauSkill(domain: Domain): Skill {
  const { properties, initialState } = own[domain.kind]
  const all: JsonObject = { ...commonProperties, ...properties }
  return {
    name: `tau-bench-${domain.name}`,
    instructions: instructionsOf(domain),
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...record(all, Object.keys(all)),
    },
    initialState: { ...commonInitialState, ...initialState },
  }
}
