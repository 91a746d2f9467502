import { isJsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import { State, type StateValue } from '../../state/state.ts'
import { describeNode, type Node } from '../parts/node.ts'
import { refuse } from './merge-rule.ts'

interface Items {
  readonly present: readonly JsonValue[]
  readonly written: readonly JsonValue[]
}

/** The items that are there and those that the patch adds, if both are arrays. */
export function itemsOf(written: JsonValue, present: StateValue | undefined): Result<Items> {
  if (!isArray(written)) {
    return refuse(`expected an array of the items to add, found ${describeNode(written)}`)
  }
  if (present !== undefined && !isArray(present)) {
    return refuse(
      `expected an array to add to, found ${describeNode(present)} in the state: delete that first`,
    )
  }
  return { ok: true, value: { present: present ?? [], written } }
}

function isArray(value: Node): value is readonly JsonValue[] {
  return typeof value === 'object' && value !== null && !(value instanceof State) && !isJsonObject(value)
}
