import { mergeState, State } from '@skill-state/core'
import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { interleave } from '../../measure/measure.ts'
import type { Row } from '../../measure/row.ts'
import { fold, type Patch, type PlainState, patchesOf, plainState } from '../../task/fold.ts'
import { readThrough } from '../../task/read-through.ts'
import { initialState } from '../../task/task.ts'

/** The state's text after a patch, beside writing the whole of a plain object again. */
export const promptText: Benchmark = {
  name: 'prompt-text',
  title: 'patch of 2 keys, then the text of the state',
  run: async () => [...(await rowsAt(500, 0.25)), ...(await rowsAt(5_000, 0.1))],
}

async function rowsAt(keys: number, limit: number): Promise<Row[]> {
  const patches = patchesOf(keys)
  const ours = fold(`mergeState + text, ${keys} keys`, 3_000, patches, State.from(initialState(keys)), cached)
  const plain = fold(`assign + JSON.stringify, ${keys} keys`, 300, patches, plainState(keys), written)
  return compare(await interleave([ours, plain], { rounds: 9 }), {
    unit: 'µs/patch',
    reference: { name: plain.name, as: 'JSON.stringify' },
    targets: { [ours.name]: { on: 'ratio', kind: 'at-most', value: limit } },
  })
}

function cached(state: State, patch: Patch): State {
  const { after } = mergeState(state, patch)
  readThrough(after.text)
  return after
}

function written(state: PlainState, patch: Patch): PlainState {
  Object.assign(state.inventory, patch.inventory)
  readThrough(JSON.stringify(state))
  return state
}
