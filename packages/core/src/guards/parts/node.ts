import type { JsonObject } from '@skill-state/protocol'
import { describeValue } from '../../json/excerpt.ts'
import { isSame } from '../../state/diff.ts'
import { childOf, type Node, nodeAt, toJson } from '../../state/node.ts'
import { State } from '../../state/state.ts'

export { childOf, type Node, nodeAt }

/** Keys or indices of a container, with their values; nothing for a scalar. */
export function childrenOf(node: Node | undefined): Iterable<readonly [string, Node]> {
  if (node instanceof State) return node.entries()
  return typeof node === 'object' && node !== null ? Object.entries(node as JsonObject) : []
}

export type Kind = 'object' | 'array' | 'scalar'

export function kindOf(node: Node): Kind {
  if (typeof node !== 'object' || node === null) return 'scalar'
  return Array.isArray(node) ? 'array' : 'object'
}

/** Whether both are the same JSON, whatever the order of keys. */
export function sameNode(a: Node | undefined, b: Node | undefined): boolean {
  return a === b || isSame(a && toJson(a), b && toJson(b))
}

/** Number of keys or items; 0 for a scalar. */
export function sizeOf(node: Node): number {
  if (node instanceof State) return node.size
  return typeof node === 'object' && node !== null ? Object.keys(node).length : 0
}

/** A value in the words of a reason. */
export function describeNode(node: Node | undefined): string {
  return describeValue(node === undefined ? node : toJson(node))
}
