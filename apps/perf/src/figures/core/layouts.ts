import { mergeState, State } from '@skill-state/core'
import { layouts } from '@skill-state/core/layouts'
import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { interleave } from '../../measure/measure.ts'
import type { Row } from '../../measure/row.ts'
import { fold, type Patch, patchesOf } from '../../task/fold.ts'
import { readThrough } from '../../task/read-through.ts'
import { initialState } from '../../task/task.ts'

type Laid = ReturnType<ReturnType<typeof layouts.auto>['write']>

/** What a layout adds to writing the whole state. */
export const layoutText: Benchmark = {
  name: 'layouts',
  title: 'patch of 2 keys, then the state as a layout writes it',
  run: async () => [...(await rowsAt(50)), ...(await rowsAt(500)), ...(await rowsAt(5_000))],
}

async function rowsAt(keys: number): Promise<Row[]> {
  const state = State.from(initialState(keys))
  const patches = patchesOf(keys)
  const whole = fold(`whole, ${keys} keys`, 3_000, patches, state, (before, patch) => {
    const { after } = mergeState(before, patch)
    readThrough(after.text)
    return after
  })
  const prices = { input: 1, cacheRead: 0.1 }
  const laid = (['stableFirst', 'overlay', 'baseLog', 'auto'] as const).map((name) => {
    const layout = layouts[name]({ prices, minCachedTokens: 0, minStateChars: 0 })
    const first = { state, laid: layout.write(state, undefined) }
    return fold(`${name}, ${keys} keys`, 3_000, patches, first, (before: typeof first, patch: Patch) => {
      const { after } = mergeState(before.state, patch)
      const next: Laid = layout.write(after, before.laid.since.next(patch))
      readThrough(next.text)
      return { state: after, laid: next }
    })
  })
  const targets = laid.map(({ name }) => [name, { on: 'ratio', kind: 'at-most', value: 1 }] as const)
  return compare(await interleave([whole, ...laid], { rounds: 9 }), {
    unit: 'µs/patch',
    reference: { name: whole.name, as: 'the whole state' },
    targets: Object.fromEntries(targets),
  })
}
