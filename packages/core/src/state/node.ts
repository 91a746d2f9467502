import type { JsonValue } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { childIn } from '../json/pointer.ts'
import { isSame } from './diff.ts'
import { State, toJsonValue } from './state.ts'

/** A value of a state, or of the JSON inside one of its arrays. */
export type Node = State | JsonValue

/** The value of a key of an object, or of an index of an array; undefined if there is none. */
export function childOf(node: Node | undefined, key: string): Node | undefined {
  return node instanceof State ? node.get(key) : childIn(node, key)
}

export function nodeAt(root: Node | undefined, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(childOf, root)
}

/** Keys or indices of a container, with their values; nothing for a scalar. */
export function childrenOf(node: Node | undefined): Iterable<readonly [string, Node]> {
  if (node instanceof State) return node.entries()
  return typeof node === 'object' && node !== null ? Object.entries(node) : []
}

export function kindOf(node: Node): 'object' | 'array' | 'scalar' {
  if (typeof node !== 'object' || node === null) return 'scalar'
  return Array.isArray(node) ? 'array' : 'object'
}

/** Whether both are the same JSON, whatever the order of keys. */
export function sameNode(a: Node | undefined, b: Node | undefined): boolean {
  return a === b || isSame(a && toJsonValue(a), b && toJsonValue(b))
}

/** A value in the words of a reason. */
export function describeNode(node: Node | undefined): string {
  return describeValue(node === undefined ? node : toJsonValue(node))
}
