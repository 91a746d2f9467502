import type { Leaf } from '@skill-state/protocol/evidence'
import type { Message } from '../episode.ts'
import type { View } from './view.ts'

/** A message in which a value occurs. */
export interface Place {
  readonly index: number
  readonly role: Message['role']
  readonly tool?: string
  /** Of a JSON result: paths of leaves that equal the value. */
  readonly paths?: readonly string[]
  /** Of a JSON result: objects in which the value is a key. */
  readonly keys?: readonly string[]
  /** Of a JSON result: leaves and keys that contain the value among other text. */
  readonly within?: readonly string[]
}

/** Where in a message a value occurs. */
export function placeOf(view: View, index: number, value: string): Place {
  const message = view.messages[index] as Message
  if (message.role !== 'tool') return { index, role: message.role }
  const place = { index, role: message.role, tool: message.tool ?? 'unknown' }
  const result = view.resultAt(index)
  if (result === undefined) return place
  const same = result.of(value)
  return {
    ...place,
    paths: pathsOf(same.filter(({ isKey }) => !isKey)),
    keys: pathsOf(same.filter(({ isKey }) => isKey)),
    within: pathsOf(result.around(value)),
  }
}

function pathsOf(leaves: readonly Leaf[]): readonly string[] {
  return [...new Set(leaves.map(({ path }) => path))].sort(byLength)
}

/** The name of a sourced value: where its first source holds it. */
export function nameOf(view: View, value: string): string | undefined {
  const [first] = view.sourcesOf(value)
  if (first === undefined) return undefined
  const { role, tool, paths = [], keys = [], within = [] } = placeOf(view, first, value)
  return role === 'user' ? 'user' : `${tool}:${paths[0] ?? keys[0] ?? within[0] ?? '$'}`
}

const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)
