import { isJsonObject, type Skill, SkillStateError } from '@skill-state/protocol'
import { merge } from '../merge.ts'
import { checkJson } from '../state/check-json.ts'
import { State } from '../state/state.ts'
import { type ComputedFields, openFields, withFields } from './parts/computed.ts'
import { describeNode, nodeAt, sameNode } from './parts/node.ts'

/**
 * The skill with its computed fields in Σ_0. Throws `invalid-skill` if Σ_0 has one of them with another value,
 * or if one cannot be computed. What else is wrong with Σ_0 is left to `compileSkill`.
 */
export function withComputed(skill: Skill, fields: ComputedFields): Skill {
  const given: unknown = skill.initialState
  if (!isJsonObject(given) || checkJson(given, 'nowhere').length > 0) return skill
  const open = openFields(fields)
  for (const { pointer, path } of open) {
    const above = path.map((_, at) => nodeAt(given, path.slice(0, at)))
    const other = above.find((node) => node !== undefined && !isJsonObject(node))
    if (other === undefined) continue
    const reason = `its initial state has ${describeNode(other)} where the computed field "${pointer}" needs an object`
    throw invalidSkill(skill, reason)
  }
  const patch = withFields({}, State.over(given), open)
  if (!patch.ok) {
    const [{ path, message } = { path: '', message: 'it has no value' }] = patch.issues
    throw invalidSkill(skill, `its initial state is refused at "${path}": ${message}`)
  }
  const initialState = merge(given, patch.value)
  for (const { pointer, path } of open) {
    const [was, is] = [nodeAt(given, path), nodeAt(initialState, path)]
    if (was === undefined || sameNode(was, is)) continue
    const reason = `its initial state has ${describeNode(was)} at "${pointer}", which is computed as ${describeNode(is)}`
    throw invalidSkill(skill, `${reason}: leave it out`)
  }
  return { ...skill, initialState }
}

function invalidSkill(skill: Skill, reason: string): SkillStateError {
  return new SkillStateError('invalid-skill', `skill "${skill.name}": ${reason}`)
}
