import type { JsonObject, Skill } from '@skill-state/protocol'
import type { Domain } from '../data/load-domain.ts'
import type { OwnState } from './common-state.ts'
import { commonInitialState, commonProperties, ownStates, recordSchema } from './common-state.ts'
import { instructionsOf } from './instructions.ts'

/** The common fields and a domain's own, as a schema and as an episode begins. */
export function stateOf({ properties, initialState }: OwnState): Pick<Skill, 'schema' | 'initialState'> {
  const all: JsonObject = { ...commonProperties, ...properties }
  return {
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...recordSchema(all, Object.keys(all)),
    },
    initialState: { ...commonInitialState, ...initialState },
  }
}

/** P of a domain: one text and one schema for all its tasks, whatever the runtime. */
export function tauSkill(domain: Domain): Skill {
  return {
    name: `tau-bench-${domain.name}`,
    instructions: instructionsOf(domain),
    ...stateOf(ownStates[domain.kind]),
  }
}
