import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { mergeState } from '../../merge.ts'
import { State, type StateValue } from '../../state/state.ts'
import { describeNode, sameNode } from '../parts/node.ts'
import { type MergeRule, refuse } from './merge-rule.ts'

/**
 * A place is set while it is empty; after that, a patch that would change it is refused. To set it anew, it
 * must be deleted in an earlier step.
 */
export function once(): MergeRule {
  return {
    name: 'once',
    combine(written, present) {
      if (present === undefined || changesNothing(written, present)) return { ok: true, value: written }
      return refuse(
        `expected ${describeNode(present)} to stay, since it is set once, found ${describeNode(written)}: delete it with null in a step of its own before you set it anew`,
      )
    },
  }
}

function changesNothing(written: JsonValue, present: StateValue): boolean {
  if (!isJsonObject(written)) return sameNode(written, present)
  return present instanceof State && sameNode(mergeState(present, written).after, present)
}
