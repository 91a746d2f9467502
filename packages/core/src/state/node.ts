import type { JsonValue } from '@skill-state/protocol'
import { childIn } from '../json/pointer.ts'
import { State } from './state.ts'

/** A value of a state, or of the JSON inside one of its arrays. */
export type Node = State | JsonValue

/** The value of a key of an object, or of an index of an array; undefined if there is none. */
export function childOf(node: Node | undefined, key: string): Node | undefined {
  return node instanceof State ? node.get(key) : childIn(node, key)
}

/** The value at the end of a path of keys. */
export function nodeAt(root: Node | undefined, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(childOf, root)
}

/** A node as plain JSON, not to be changed. */
export function toJson(node: Node): JsonValue {
  return node instanceof State ? node.toJSON() : node
}
