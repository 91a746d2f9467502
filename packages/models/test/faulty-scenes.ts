import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { readBlock } from '../src/faulty/_block.ts'
import type { Scene } from '../src/faulty/_variant.ts'

/** A prompt of A.4, for tests. */
export function promptOf(state: JsonObject, observation = 'O'): string {
  const shown = `Skill Execution State:\n\`\`\`json\n${JSON.stringify(state)}\n\`\`\``
  return `Instructions:\nP\n\n${shown}\nLatest Observation: ${observation}\n\nProvide your response with:\n\n1. R\n2. J`
}

/** A reply of A.4, for tests. */
export function replyOf(patch: JsonObject, indent?: number): string {
  const block = JSON.stringify({ state_patch: patch, action: 'Go' }, undefined, indent)
  return `I go.\n\n\`\`\`json\n${block}\n\`\`\`\nThat is all.`
}

/** The same as a variant sees it. */
export function sceneOf(state: JsonObject, patch: JsonObject, indent?: number): Scene {
  const block = readBlock(replyOf(patch, indent))
  if (block === undefined) throw new Error('the reply has no block')
  return { block, state }
}

/** A scene that every variant fits. */
export const rich: { readonly state: JsonObject; readonly patch: JsonObject } = {
  state: {
    shelves: { shelf_1: 'item_1', shelf_2: 'item_2', shelf_3: 'item_3' },
    done: { tests: true, lint: false },
    queue: ['a', 'b'],
    turns: 3,
  },
  patch: { shelves: { shelf_1: null, shelf_7: 'item_1' }, queue: ['b', 'c'], turns: 4 },
}

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'shelf_1', 'shelf_2', 'shelf_09', '__proto__') },
  fc.string(),
)

/** Any state: an object without null. */
export const anyState: fc.Arbitrary<JsonObject> = objects(
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 })),
)

/** Any patch: the same with null, which deletes. */
export const anyPatch: fc.Arbitrary<JsonObject> = objects(
  fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 })),
)

function objects(
  leaf: fc.Arbitrary<string | number | boolean | null | string[] | number[]>,
): fc.Arbitrary<JsonObject> {
  const level = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.dictionary(key, value, { maxKeys: 4 })
  return level(fc.oneof(leaf, level(fc.oneof(leaf, level(leaf))))).map(
    (object) => JSON.parse(JSON.stringify(object)) as JsonObject,
  )
}
