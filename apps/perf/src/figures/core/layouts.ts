import { ask, mergeState, State } from '@skill-state/core'
import { layouts } from '@skill-state/core/layouts'
import { exponentRow, grow, heapRow, heapUsed } from '../../measure/growth.ts'
import { type Contender, race } from '../../measure/race.ts'
import { type Benchmark, beside, type Row, ratioAtMost } from '../../measure/row.ts'
import { fold, type Patch, patchesOf } from '../../task/fold.ts'
import { readThrough } from '../../task/read-through.ts'
import { initialState } from '../../task/task.ts'

const NAMES = ['stableFirst', 'overlay', 'baseLog', 'auto'] as const
type Name = (typeof NAMES)[number]
type Laid = ReturnType<ReturnType<typeof layouts.auto>['write']>
type Write = (state: State, laid: Laid | undefined) => string

const layoutOf = (name: Name) =>
  layouts[name]({ prices: { input: 1, cacheRead: 0.1 }, minCachedTokens: 0, minStateChars: 0 })

/** Instructions as long as those of a usual skill. */
const INSTRUCTIONS = 'Store every item on a free shelf, and note it. '.repeat(170)

/** What a layout adds to building today's prompt, and to the text of the state alone. */
export const layoutText: Benchmark = {
  name: 'layouts',
  title: `patch of 2 keys, then the prompt with the state as a layout writes it; instructions of ${INSTRUCTIONS.length} characters`,
  run: async () => {
    const rows: Row[] = []
    for (const keys of [50, 500, 5_000]) {
      rows.push(...(await rowsAt(keys, 'prompt', asked)))
      rows.push(...(await rowsAt(keys, 'state alone', (state, laid) => laid?.text ?? state.text)))
    }
    return rows
  },
}

function asked(state: State, laid: Laid | undefined): string {
  const prompt = ask({ instructions: INSTRUCTIONS }, state, 'A shipment arrived.', { stateText: laid?.text })
  return typeof prompt === 'string' ? prompt : ''
}

async function rowsAt(keys: number, what: string, write: Write): Promise<readonly Row[]> {
  const state = State.from(initialState(keys))
  const patches = patchesOf(keys)
  const of = `${what}, ${keys} keys`
  /** A patch, then the text by what `lay` made of it. */
  const written = (name: string, lay: (patch: Patch) => Laid | undefined): Contender =>
    fold(`${name}: ${of}`, 3_000, patches, state, (before, patch) => {
      const { after } = mergeState(before, patch)
      readThrough(write(after, lay(patch)))
      return after
    })
  const laid = NAMES.map((name) => {
    const layout = layoutOf(name)
    const first = { state, laid: layout.write(state, undefined) }
    return fold(`${name}: ${of}`, 3_000, patches, first, (before, patch) => {
      const { after } = mergeState(before.state, patch)
      const next = layout.write(after, before.laid.since.next(patch))
      readThrough(write(after, next))
      return { state: after, laid: next }
    })
  })
  // What any log takes, by hand: the merge, and a text of the state as it was and an eighth of its length.
  const base = `${state.text}\n${state.text.slice(0, state.text.length / 8)}\n`
  const contenders = [
    written('today', () => undefined),
    ...laid.map((each) => ({ ...each, target: ratioAtMost(1) })),
    written('floor of a log', (patch) => ({ text: base + JSON.stringify(patch) }) as Laid),
  ]
  const rows = await race(contenders, { unit: 'µs/patch', rounds: 9, warmups: 4 })
  return beside(rows, `today: ${of}`, 'today')
}

/** Patches that all write the same keys. */
const SAME: readonly Patch[] = Array.from({ length: 1_000 }, (_, at) => ({
  inventory: { shelf_1: `item_${1_000 + at}`, shelf_2: `item_${2_000 + at}` },
}))

const STEPS = [3_000, 10_000, 30_000, 100_000]

/** What layouts cost as steps and keys become more, also if all steps change the same two keys. */
export const layoutGrowth: Benchmark = {
  name: 'layout-growth',
  title: 'growth of the layouts in T and in keys: patch of 2 keys, then the state as a layout writes it',
  run: async () => {
    const rows: Row[] = []
    for (const name of NAMES) {
      const everywhere = patchesOf(500)
      rows.push(
        await exponentOf(`${name}, changes everywhere`, STEPS, (steps) => lay(name, 500, everywhere, steps)),
        await exponentOf(`${name}, the same 2 keys`, STEPS, (steps) => lay(name, 500, SAME, steps)),
        heapOf(name),
        await exponentOf(`${name}, in keys`, [500, 1_000, 2_000, 4_000], (keys) => {
          lay(name, keys, patchesOf(keys), 10_000)
        }),
      )
    }
    return rows
  },
}

async function exponentOf(name: string, sizes: readonly number[], run: (size: number) => void): Promise<Row> {
  const rows = await grow({ name, unit: '', sizes, most: 1.1, rounds: 1, warmed: 0, run })
  return rows.at(-1) ?? exponentRow(name, Number.NaN, 1.1)
}

function heapOf(name: Name): Row {
  let [before, after] = [Number.NaN, Number.NaN]
  lay(name, 500, SAME, 100_000, (step) => {
    if (step === 3_000) before = heapUsed()
    if (step === 99_999) after = heapUsed()
  })
  return heapRow(`${name}, the same 2 keys: heap growth, step 3,000 to 100,000`, after - before)
}

function lay(
  name: Name,
  keys: number,
  patches: readonly Patch[],
  steps: number,
  afterStep?: (step: number) => void,
): void {
  const layout = layoutOf(name)
  let state = State.from(initialState(keys))
  let laid = layout.write(state, undefined)
  for (let step = 0; step < steps; step += 1) {
    const patch = patches[step % patches.length] ?? {}
    state = mergeState(state, patch).after
    laid = layout.write(state, laid.since.next(patch))
    readThrough(laid.text)
    afterStep?.(step)
  }
}
