import { type Issue, isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { parsePointer } from '../json/pointer.ts'
import { checkJson } from '../state/check-json.ts'
import type { State } from '../state/state.ts'
import { listIssues } from './parts/issues.ts'
import { describeNode, nodeAt, sameNode } from './parts/node.ts'

/**
 * Compare and set: a reply may say beside its patch what it takes the state to hold, as in
 * `"expect": {"/inventory/shelf_7": "item_3", "/inventory/shelf_8": null}`, where null stands for nothing. A
 * reply that is wrong about it is rejected, with what is there.
 */
export function expectations(): Guard {
  return {
    name: 'expectations',
    check({ expect, before }) {
      if (expect === undefined) return []
      const misshapen = checkJson(expect, 'anywhere')
      if (misshapen.length > 0) return misshapen
      if (!isJsonObject(expect)) {
        const message = `expected "expect" to be an object with values by JSON Pointer, found ${describeNode(expect as null)}`
        return [{ path: '', message }]
      }
      return listIssues(compare(expect, before))
    },
  }
}

function* compare(expect: JsonObject, before: State): Generator<Issue, void, undefined> {
  for (const [pointer, value] of Object.entries(expect)) {
    const path = parsePointer(pointer)
    if (path === undefined) {
      const message = `expected the keys of "expect" to be JSON Pointers such as "/inventory/shelf_7", found ${describeNode(pointer)}`
      yield { path: '', message }
      continue
    }
    const expected = value ?? undefined
    const present = nodeAt(before, path)
    if (sameNode(expected, present)) continue
    yield {
      path: pointer,
      message: `the reply expects ${describeNode(expected)} here, the state holds ${describeNode(present)}: decide again by what it holds`,
    }
  }
}
