import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { mersenne } from 'pure-rand/generator/mersenne'
import { describe, expect, test } from 'vitest'
import { anyPatch, anyState, replyOf, rich, sceneOf } from '../../test/faulty-scenes.ts'
import { readBlock } from './_block.ts'
import { faultClasses, variants } from './_inject.ts'
import { outcomesDiffer } from './_places.ts'
import type { Injection, Scene } from './_variant.ts'

const rows = faultClasses.flatMap((name) => variants[name].map((variant) => ({ class: name, ...variant })))
const indents = [undefined, 2]

/** What holds of a faulty reply, whatever the scene. */
const claims = {
  overwrite: ({ state, block }: Scene, injection: Injection, kind: string) => {
    const faulty = readBlock(injection.text)
    expect(faulty?.value.action).toBe('Go')
    expect(outcomesDiffer(state, block.patch, faulty?.patch ?? {})).toBe(kind !== 'omit-entries')
  },
  schema: (_scene: Scene, { text }: Injection) => {
    expect(() => JSON.parse(blockText(text))).not.toThrow()
  },
  syntax: (_scene: Scene, { text }: Injection) => {
    expect(() => JSON.parse(blockText(text))).toThrow(SyntaxError)
  },
  wrong: ({ state, block }: Scene, { text }: Injection) => {
    const faulty = readBlock(text)
    expect(faulty?.value.action).toBe('Go')
    expect(outcomesDiffer(state, block.patch, faulty?.patch ?? block.patch)).toBe(true)
  },
}

function blockText(reply: string): string {
  const [, text = reply] = /```json\n(.*?)(?:\n```|$)/s.exec(reply) ?? []
  return text
}

describe.each(rows)('$class, $kind', ({ class: name, kind, inject }) => {
  test('fits a rich scene', () => {
    const injection = inject(sceneOf(rich.state, rich.patch), mersenne(1))
    expect(injection?.text).toContain('I go.')
  })

  test('is what it claims to be in any scene that it fits', () => {
    fc.assert(
      fc.property(
        anyState,
        anyPatch,
        fc.integer(),
        fc.constantFrom(...indents),
        (state, patch, seed, indent) => {
          const scene = sceneOf(state, patch, indent)
          const injection = inject(scene, mersenne(seed))
          if (injection === undefined) return
          expect(injection.text).not.toBe(replyOf(patch, indent))
          claims[name](scene, injection, kind)
        },
      ),
    )
  })

  test('depends on nothing but the scene and the draw, and changes neither state nor patch', () => {
    fc.assert(
      fc.property(anyState, anyPatch, fc.integer(), (state, patch, seed) => {
        const scene = sceneOf(deepFrozen(state), patch)
        const { block } = scene
        const first = inject({ state, block: { ...block, patch: deepFrozen(block.patch) } }, mersenne(seed))
        expect(inject(scene, mersenne(seed))).toEqual(first)
      }),
    )
  })
})

test('the kinds of a class have names of their own', () => {
  for (const name of faultClasses) {
    const kinds = variants[name].map(({ kind }) => kind)
    expect(new Set(kinds).size).toBe(kinds.length)
  }
})

function deepFrozen(object: JsonObject): JsonObject {
  for (const value of Object.values(object)) if (isJsonObject(value)) deepFrozen(value)
  return Object.freeze(object)
}
