import { mergeState, State } from '@skill-state/core'
import { produce } from 'immer'
import jsonMergePatch from 'json-merge-patch'
import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { interleave } from '../../measure/measure.ts'
import { fold, type Patch, type PlainState, patchesOf, plainState } from '../../task/fold.ts'
import { initialState } from '../../task/task.ts'

const KEYS = 5_000
const OURS = 'mergeState'
const IN_PLACE = 'json-merge-patch 1.0.2'

/** Σ ⊕ ΔΣ alone, beside the usual ways to write it. */
export const merge: Benchmark = {
  name: 'merge',
  title: `merge alone: ${KEYS} keys, patch of 2`,
  run: async () => {
    const patches = patchesOf(KEYS)
    const contenders = [
      fold(
        OURS,
        20_000,
        patches,
        State.from(initialState(KEYS)),
        (state, patch) => mergeState(state, patch).after,
      ),
      fold('{ ...spread }', 200, patches, plainState(KEYS), spread),
      fold('immer 11.2.10', 200, patches, plainState(KEYS), withImmer),
      fold(IN_PLACE, 20_000, patches, plainState(KEYS), inPlace),
    ]
    return compare(await interleave(contenders, { rounds: 9 }), {
      unit: 'µs/merge',
      reference: { name: OURS, as: OURS },
      targets: { [OURS]: { on: 'figure', kind: 'at-most', value: 1.5 } },
      notes: { [IN_PLACE]: 'in place: earlier states are lost' },
    })
  },
}

function spread(state: PlainState, patch: Patch): PlainState {
  return { ...state, inventory: { ...state.inventory, ...patch.inventory } }
}

function withImmer(state: PlainState, patch: Patch): PlainState {
  return produce(state, (draft) => {
    Object.assign(draft.inventory, patch.inventory)
  })
}

function inPlace(state: PlainState, patch: Patch): PlainState {
  return jsonMergePatch.apply(state, patch)
}
