import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import type { Guard } from '../guard.ts'
import { mergeState } from '../merge.ts'
import { listChanges } from '../state/change.ts'
import { checkJson } from '../state/check-json.ts'
import { State } from '../state/state.ts'
import {
  appendOnly,
  keepContainers,
  maxDeletions,
  maxStateChars,
  mergeRules,
  namedByAction,
  protect,
} from './index.ts'

const guards: readonly Guard[] = [
  protect(['/a', '/*/b']),
  appendOnly(['/b', '/c/*']),
  mergeRules({
    '/a': { rule: 'append', most: 2 },
    '/b': 'union',
    '/c': 'max',
    '/7': 'once',
    '/*/a': 'replace',
    '': 'replace',
  }),
  maxDeletions(1),
  keepContainers(),
  namedByAction({ paths: ['/*', '/a/*'] }),
  maxStateChars(80),
]

describe.each(guards.map((guard) => [guard.name, guard] as const))('%s', (_, guard) => {
  const context = fc.record({ action: fc.anything() }, { requiredKeys: [] })

  it('never throws, rewrites to what a patch may be, and gives reasons of one line', () => {
    const law = fc.property(anyState, anyPatch, context, (json, written, told) => {
      const before = State.from(json)
      const rewritten = guard.rewrite?.(written, before) ?? { ok: true, value: written }
      if (!rewritten.ok) {
        expect(rewritten.issues).not.toEqual([])
        for (const { message } of rewritten.issues) expect(message).toMatch(/^[^\n]+$/)
        return
      }
      const patch = rewritten.value
      expect(checkJson(patch, 'as-deletion')).toEqual([])
      const change = mergeState(before, patch)
      const transition = { ...told, before, after: change.after, patch, changes: [...listChanges(change)] }
      for (const { path, message } of guard.check?.(transition) ?? []) {
        expect(path).toMatch(/^(\/.*)?$/s)
        expect(message).toMatch(/^[^\n]+$/)
      }
    })
    fc.assert(law, { numRuns: fuzzRuns(300) })
  })

  it('changes neither the patch nor the state that it is given', () => {
    const law = fc.property(anyState, anyPatch, (json, patch) => {
      const text = JSON.stringify([json, patch])
      tryGuards([guard], json, patch)
      expect(JSON.stringify([json, patch])).toBe(text)
    })
    fc.assert(law, { numRuns: fuzzRuns(100) })
  })

  it('leaves an accepted state as ⊕ made it from the patch', () => {
    const law = fc.property(anyState, anyPatch, (json, written) => {
      const before = State.from(json)
      const rewritten = guard.rewrite?.(written, before) ?? { ok: true, value: written }
      const after = tryGuards([guard], json, written)
      if (Array.isArray(after) || !rewritten.ok) return
      expect(JSON.stringify(after as JsonObject)).toBe(
        JSON.stringify(mergeState(before, rewritten.value).after),
      )
    })
    fc.assert(law, { numRuns: fuzzRuns(200) })
  })
})
