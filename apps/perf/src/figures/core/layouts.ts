import { ask, mergeState, State } from '@skill-state/core'
import { layouts } from '@skill-state/core/layouts'
import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import type { Row } from '../../measure/row.ts'
import { fold, type Patch, patchesOf } from '../../task/fold.ts'
import { readThrough } from '../../task/read-through.ts'
import { initialState } from '../../task/task.ts'

type Laid = ReturnType<ReturnType<typeof layouts.auto>['write']>

const KEYS = [50, 500, 5_000] as const
const NAMES = ['stableFirst', 'overlay', 'baseLog', 'auto'] as const

/** Instructions as long as those of a usual skill. */
const INSTRUCTIONS = 'Store every item on a free shelf, and note it. '.repeat(170)

/** What a layout adds to building today's prompt, and to the text of the state alone. */
export const layoutText: Benchmark = {
  name: 'layouts',
  title: `patch of 2 keys, then the prompt with the state as a layout writes it; instructions of ${INSTRUCTIONS.length} characters`,
  run: async () => {
    const rows: Row[] = []
    for (const keys of KEYS) {
      rows.push(...(await rowsAt(keys, 'prompt', asked)))
      rows.push(...(await rowsAt(keys, 'state alone', (state, laid) => laid?.text ?? state.text)))
    }
    return rows
  },
}

type Write = (state: State, laid: Laid | undefined) => string

function asked(state: State, laid: Laid | undefined): string {
  const prompt = ask({ instructions: INSTRUCTIONS }, state, 'A shipment arrived.', { stateText: laid?.text })
  return typeof prompt === 'string' ? prompt : ''
}

async function rowsAt(keys: number, what: string, write: Write): Promise<Row[]> {
  const state = State.from(initialState(keys))
  const patches = patchesOf(keys)
  const of = `${what}, ${keys} keys`
  const whole = fold(`today: ${of}`, 3_000, patches, state, (before, patch) => {
    const { after } = mergeState(before, patch)
    readThrough(write(after, undefined))
    return after
  })
  const laid = NAMES.map((name) => contender(name, of, state, patches, write))
  const targets = laid.map(({ name }) => [name, { on: 'ratio', kind: 'at-most', value: 1 }] as const)
  return compare(
    await interleave([whole, ...laid, floor(of, state, patches, write)], { rounds: 9, warmups: 4 }),
    {
      unit: 'µs/patch',
      reference: { name: whole.name, as: 'today' },
      targets: Object.fromEntries(targets),
    },
  )
}

function contender(
  name: (typeof NAMES)[number],
  of: string,
  state: State,
  patches: readonly Patch[],
  write: Write,
): Contender {
  const prices = { input: 1, cacheRead: 0.1 }
  const layout = layouts[name]({ prices, minCachedTokens: 0, minStateChars: 0 })
  const first = { state, laid: layout.write(state, undefined) }
  return fold(`${name}: ${of}`, 3_000, patches, first, (before: typeof first, patch: Patch) => {
    const { after } = mergeState(before.state, patch)
    const next: Laid = layout.write(after, before.laid.since.next(patch))
    readThrough(write(after, next))
    return { state: after, laid: next }
  })
}

/** What any log takes, by hand: the merge, and a text of the state as it was and an eighth of its length. */
function floor(of: string, state: State, patches: readonly Patch[], write: Write): Contender {
  const { text } = state
  const eighth = text.slice(0, text.length / 8)
  const laid = (line: string) => ({ text: `${text}\n${eighth}\n${line}` }) as Laid
  return fold(`floor of a log: ${of}`, 3_000, patches, state, (before, patch) => {
    const { after } = mergeState(before, patch)
    readThrough(write(after, laid(JSON.stringify(patch))))
    return after
  })
}
