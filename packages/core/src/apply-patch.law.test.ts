import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPatch, anyState } from '../test/any-state.ts'
import { fuzzRuns } from '../test/fuzz-runs.ts'
import { sorted } from '../test/sorted.ts'
import { applyPatch } from './apply-patch.ts'
import { compileSkill } from './compile-skill.ts'
import type { Guard } from './guard.ts'
import { mergeRules } from './guards/merge-rules.ts'
import { merge } from './merge.ts'
import { State } from './state/state.ts'

it('law: a shallow patch has the same effect through rules as it has by itself', () => {
  const guards = [
    mergeRules({
      '/a': 'append',
      '/b': 'union',
      '/c/a': { rule: 'append', most: 2 },
      '/7/*': 'max',
      '/*/b': 'replace',
    }),
  ]
  const skillOf = (active: Guard[]) =>
    compileSkill(
      { name: 's', instructions: '', schema: {}, initialState: {} },
      { depth: 'shallow', guards: active },
    )
  const [plainSkill, ruledSkill] = [skillOf([]), skillOf(guards)]
  const law = fc.property(anyState, anyPatch, (before, patch) => {
    const state = State.from(before)
    const plain = applyPatch(plainSkill, state, patch)
    expect(plain.ok && JSON.stringify(sorted(plain.value.state.toJSON()))).toBe(
      JSON.stringify(sorted(merge(before, patch, { depth: 'shallow' }))),
    )
    const [guard] = guards
    const rewritten = guard?.rewrite?.(patch, state)
    const ruled = applyPatch(ruledSkill, state, patch)
    expect(ruled.ok).toBe(rewritten?.ok)
    if (!ruled.ok || !rewritten?.ok) return
    expect(sorted(ruled.value.state.toJSON())).toEqual(
      sorted(merge(before, rewritten.value, { depth: 'shallow' })),
    )
    expect(sorted(merge(before, ruled.value.patch))).toEqual(sorted(ruled.value.state.toJSON()))
  })
  fc.assert(law, { numRuns: fuzzRuns(1_000) })
})
