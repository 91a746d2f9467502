import { mergeState, State } from '@skill-state/core'
import { layouts } from '@skill-state/core/layouts'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { randomNumbers } from '@skill-state/protocol/conformance'
import type { CostCase } from './cases.ts'

type Draw = () => number

/** Values by the keys to them, each on a line. */
type Leaves = ReadonlyMap<string, JsonValue>

/** How a reader misreads changes beside a state: what it takes the patches for, oldest first. */
const readers: Readonly<
  Record<string, (patches: readonly Leaves[], chance: number, draw: Draw) => readonly Leaves[]>
> = {
  'skips a patch': (patches, chance, draw) => patches.filter(() => draw() >= chance),
  'applies a patch again, at last': (patches, chance, draw) => [
    ...patches,
    ...patches.filter(() => draw() < chance),
  ],
  "takes the base's value": (patches, chance, draw) => {
    const changed = new Set(patches.flatMap((patch) => [...patch.keys()]))
    const missed = new Set([...changed].filter(() => draw() < chance))
    return patches.map((patch) => new Map([...patch].filter(([path]) => !missed.has(path))))
  },
}

export const READERS: readonly string[] = Object.keys(readers)

export type ReadWay = 'whole' | 'overlay' | 'baseLog' | 'auto'

export interface ReadOptions {
  readonly steps: number
  /** That a patch of the log, or a value of the overlay, is misread. */
  readonly chance: number
  readonly seed: number
  /** Of cached input, for `auto`. */
  readonly read: number
}

/** The share of the values in the state that a reader takes for something else, in the mean of the steps. */
export function misread(session: CostCase, way: ReadWay, reader: string, options: ReadOptions): number {
  const { steps, chance, seed, read } = options
  const prices = { input: 1, cacheRead: read }
  const layout =
    way === 'whole' ? layouts.stableFirst() : layouts[way]({ prices, headChars: session.head.length })
  const draw = randomNumbers(seed)
  let [state, wrong, all]: [State, number, number] = [State.from(session.initial), 0, 0]
  let since: Parameters<typeof layout.write>[1]
  for (let step = 0; step < steps; step += 1) {
    const laid = layout.write(state, since)
    const { base, patches } = partsOf(laid.text)
    const taken = new Map(
      [base, ...(readers[reader]?.(patches, chance, draw) ?? patches)].flatMap((each) => [...each]),
    )
    const right = leavesOf(state.toJSON())
    all += right.size
    for (const [path, value] of right) if (taken.get(path) !== value) wrong += 1
    const patch = session.patch(step)
    state = mergeState(state, patch).after
    since = laid.since.next(patch)
  }
  return wrong / all
}

/** What a prompt shows: a state, and the patches or the overlay beside it. Of an overlay each value is read by itself. */
function partsOf(text: string): { readonly base: Leaves; readonly patches: readonly Leaves[] } {
  const [base = '{}', more = ''] = text.split(/\n```\n.*\n```json\n/)
  const patches = more
    .split('\n')
    .filter((line) => line !== '')
    .map(leavesIn)
  const isOverlay = text.includes('\nChanged since.')
  const read = isOverlay ? patches.flatMap((patch) => [...patch].map((leaf) => new Map([leaf]))) : patches
  return { base: leavesIn(base), patches: read }
}

function leavesIn(text: string): Leaves {
  return leavesOf(JSON.parse(text) as JsonObject)
}

function leavesOf(value: JsonObject, before = ''): Leaves {
  return new Map(
    Object.entries(value).flatMap(([key, each]): readonly (readonly [string, JsonValue])[] =>
      isJsonObject(each) ? [...leavesOf(each, `${before}${key}\n`)] : [[`${before}${key}`, each]],
    ),
  )
}
