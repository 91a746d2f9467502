import { certify, compileSkill } from '@skill-state/core'
import { invalidOption, type JsonObject, type Skill } from '@skill-state/protocol'
import type { Agent } from '../agent.ts'
import { BLUEPRINT, type Blueprint } from '../session/blueprint.ts'
import type { HostLimits } from './host-turn.ts'

/** Bytes that a session is kept with beside state and observations: the calls and notices of a turn, ids, the message before. */
const BESIDE = 100_000

/**
 * Checks that what is kept of a session has room on a host, at its longest. Throws `invalid-option` with the field to bound: at
 * start, and not in the middle of a conversation.
 */
export function checkHost<State>(agent: Agent<State>, { host, maxValueBytes }: HostLimits): void {
  const { certificate } = agent
  const { [BLUEPRINT]: blueprint } = agent as unknown as { readonly [BLUEPRINT]: Blueprint }
  const { name } = blueprint.skill.skill
  const takes = `agent "${name}": ${host} takes ${maxValueBytes} bytes`
  if (!certificate.bounded) {
    const [{ path, reason, fix } = { path: '', reason: 'any length', fix: 'a bound' }] = certificate.unbounded
    throw invalidOption(`${takes}, and ${path || 'the state'} can have ${reason}: set ${fix}`)
  }
  const { state, observation } = certificate.parts
  // Twice: a snapshot, and the beginning or what is pending; and in the value each quote is escaped.
  const most = 4 * (state + observation) + BESIDE
  if (2 * most <= maxValueBytes) return
  const longest = longestField(blueprint.skill.schema)
  const place = longest === undefined || observation > state ? 'maxResultChars' : `/${longest}`
  throw invalidOption(`${takes}, and a session may take ${2 * most}: lower the bound of ${place}`)
}

function longestField({ properties = {}, ...schema }: JsonObject): string | undefined {
  const lengths = Object.entries(properties as JsonObject).map(([field, value]): [string, number] => {
    const alone = { ...schema, properties: { [field]: value }, required: [], additionalProperties: false }
    const skill = compileSkill({ name: 'a', instructions: '', schema: alone, initialState: {} } as Skill)
    const certificate = certify(skill, { maxObservationChars: 0 })
    return [field, certificate.bounded ? certificate.parts.state : Infinity]
  })
  return lengths.toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
