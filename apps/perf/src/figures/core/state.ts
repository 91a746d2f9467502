import { type CompiledSkill, compileSkill, mergeState, State } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { produce } from 'immer'
import jsonMergePatch from 'json-merge-patch'
import { type Contender, race } from '../../measure/race.ts'
import { atMost, type Benchmark, beside, type Row, ratioAtMost } from '../../measure/row.ts'
import { fold, type Patch, type PlainState, patchesOf, plainState } from '../../task/fold.ts'
import { readThrough } from '../../task/read-through.ts'
import { initialState, schemaOf, skillOf } from '../../task/task.ts'

const unit = 'µs/patch'

/** Σ ⊕ ΔΣ alone, beside the usual ways to write it. */
export const merge: Benchmark = {
  name: 'merge',
  title: 'merge alone: 5000 keys, patch of 2',
  run: async () => {
    const patches = patchesOf(5_000)
    const ours = (state: State, patch: Patch): State => mergeState(state, patch).after
    const contenders = [
      { ...fold('mergeState', 20_000, patches, State.from(initialState(5_000)), ours), target: atMost(1.5) },
      fold('{ ...spread }', 200, patches, plainState(5_000), (state, patch) => ({
        ...state,
        inventory: { ...state.inventory, ...patch.inventory },
      })),
      fold('immer 11.2.10', 200, patches, plainState(5_000), (state, patch) =>
        produce(state, (draft) => assign(draft, patch)),
      ),
      {
        ...fold('json-merge-patch 1.0.2', 20_000, patches, plainState(5_000), (state, patch) =>
          jsonMergePatch.apply(state, patch),
        ),
        note: 'in place: earlier states are lost',
      },
    ]
    return beside(await race(contenders, { unit: 'µs/merge', rounds: 9 }), 'mergeState')
  },
}

function assign(state: PlainState, patch: Patch): void {
  Object.assign(state.inventory, patch.inventory)
}

/** The state's text after a patch, beside writing the whole of a plain object again. */
export const promptText: Benchmark = {
  name: 'prompt-text',
  title: 'patch of 2 keys, then the text of the state',
  run: async () => [...(await textRows(500, 0.25)), ...(await textRows(5_000, 0.1))],
}

async function textRows(keys: number, limit: number): Promise<readonly Row[]> {
  const patches = patchesOf(keys)
  const state = State.from(initialState(keys))
  const ours = fold(`mergeState + text, ${keys} keys`, 3_000, patches, state, (before, patch) => {
    const { after } = mergeState(before, patch)
    readThrough(after.text)
    return after
  })
  const plain = fold(
    `assign + JSON.stringify, ${keys} keys`,
    300,
    patches,
    plainState(keys),
    (before, patch) => {
      assign(before, patch)
      readThrough(JSON.stringify(before))
      return before
    },
  )
  const rows = await race([{ ...ours, target: ratioAtMost(limit) }, plain], { unit, rounds: 9 })
  return beside(rows, plain.name, 'JSON.stringify')
}

/** The verdict on a patch, which must be that on the whole state, beside ajv on that whole state. */
export const validation: Benchmark = {
  name: 'validation',
  title: 'validation of patches of 1 to 3 keys',
  run: async () => [...(await verdictRows(500)), ...(await verdictRows(5_000))],
}

async function verdictRows(keys: number): Promise<readonly Row[]> {
  const skill = skillOf(keys)
  const compiled = compileSkill(skill)
  const patches = Array.from({ length: 999 }, (_, at) => patchAt(at, keys))
  const ours = check(`validateChange, ${keys} keys`, changesOf(compiled, patches), (change) => {
    return compiled.validateChange(change).length === 0
  })
  const validate = new Ajv2020().compile(skill.schema)
  const name = `ajv, whole state of ${keys} keys`
  const whole = fold(name, 100, patches, plainState(keys), (state, patch) => {
    assign(state, patch)
    if (!validate(state)) throw new Error('the state does not pass')
    return state
  })
  const alone = check(
    'ajv, patch alone',
    patches,
    new Ajv2020().compile(schemaOf('replace', ['string', 'null'])),
  )
  const note = 'lets a required key be deleted'
  const rows = await race([{ ...ours, target: atMost(1) }, whole, { ...alone, note }], { unit, rounds: 9 })
  return beside(rows, name, 'ajv, whole state')
}

/** 1, 2 or 3 keys. */
function patchAt(at: number, keys: number): Patch {
  const shelves = Array.from({ length: 1 + (at % 3) }, (_, nth) => {
    return [`shelf_${(at * 7_919 + nth * 104_729) % keys}`, `item_${at}`]
  })
  return { inventory: Object.fromEntries(shelves) as Record<string, string> }
}

function changesOf({ initialState }: CompiledSkill, patches: readonly JsonObject[]) {
  let state = initialState
  return patches.map((patch) => {
    const change = mergeState(state, patch)
    state = change.after
    return change
  })
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
