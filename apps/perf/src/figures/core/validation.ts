import { type CompiledSkill, compileSkill, mergeState } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import type { Row } from '../../measure/row.ts'
import { fold, type Patch, type PlainState, plainState } from '../../task/fold.ts'
import { createTask, PATCH_SCHEMA } from '../../task/task.ts'

const CHANGES = 999

/** The verdict on a patch, which must be that on the whole state, beside ajv on that whole state. */
export const validation: Benchmark = {
  name: 'validation',
  title: 'validation of patches of 1 to 3 keys',
  run: async () => [...(await rowsAt(500)), ...(await rowsAt(5_000))],
}

async function rowsAt(keys: number): Promise<Row[]> {
  const { skill } = createTask(keys)
  const compiled = compileSkill(skill)
  const patches = Array.from({ length: CHANGES }, (_, at) => patchAt(at, keys))
  const ours = check(`validateChange, ${keys} keys`, changesOf(compiled, patches), (change) => {
    return compiled.validateChange(change).length === 0
  })
  const whole = fold(
    `ajv, whole state of ${keys} keys`,
    100,
    patches,
    plainState(keys),
    wholeState(skill.schema),
  )
  const patchAlone = check('ajv, patch alone', patches, new Ajv2020().compile(PATCH_SCHEMA))
  return compare(await interleave([ours, whole, patchAlone], { rounds: 9 }), {
    unit: 'µs/patch',
    reference: { name: whole.name, as: 'ajv, whole state' },
    targets: { [ours.name]: { on: 'figure', kind: 'at-most', value: 1 } },
    notes: { [patchAlone.name]: 'lets a required key be deleted' },
  })
}

/** 1, 2 or 3 keys. */
function patchAt(at: number, keys: number): Patch {
  const shelves = Array.from({ length: 1 + (at % 3) }, (_, nth) => {
    return [`shelf_${(at * 7_919 + nth * 104_729) % keys}`, `item_${at}`]
  })
  return { inventory: Object.fromEntries(shelves) as Record<string, string> }
}

function changesOf(
  { initialState }: CompiledSkill,
  patches: readonly JsonObject[],
): readonly ReturnType<typeof mergeState>[] {
  let state = initialState
  return patches.map((patch) => {
    const change = mergeState(state, patch)
    state = change.after
    return change
  })
}

function wholeState(schema: JsonObject): (state: PlainState, patch: Patch) => PlainState {
  const validate = new Ajv2020().compile(schema)
  return (state, patch) => {
    Object.assign(state.inventory, patch.inventory)
    if (!validate(state)) throw new Error('the state does not pass')
    return state
  }
}

function check<T>(name: string, values: readonly T[], passes: (value: T) => unknown): Contender {
  const repeats = 50
  return {
    name,
    units: repeats * values.length,
    run: () => {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        for (const value of values)
          if (passes(value) !== true) throw new Error(`${name}: a good patch is rejected`)
      }
    },
  }
}
