import { State } from '@skill-state/core'
import { layouts } from '@skill-state/core/layouts'
import { type Places, sentence } from './events.ts'

/** Ways of writing a state in prompts for a provider's cache. */
export const LAYOUTS = ['stableFirst', 'overlay', 'baseLog'] as const
export type LayoutName = (typeof LAYOUTS)[number]

/** The state after these patches as a layout writes it, but in sentences: the smallest models do not read JSON. */
export function laidOut(name: LayoutName, patches: readonly Places[]): readonly string[] {
  const since = sinceWhole(layouts[name](), patches)
  if (since === undefined) return []
  const base = since.base.toJSON() as Places
  const changes = name === 'overlay' ? [JSON.parse(since.overlay) as Places] : (since.patches as Places[])
  return [...sentences(base), ...changes.flatMap(sentences).map((told) => told.replace(/\.$/, ' now.'))]
}

function sentences(places: Places): readonly string[] {
  return Object.entries(places).map(([name, room]) => sentence(name, room))
}

type Layout = ReturnType<(typeof layouts)[LayoutName]>
type Since = ReturnType<Layout['write']>['since']

/** What the prompt after these patches follows on. */
function sinceWhole(layout: Layout, patches: readonly Places[]): Since | undefined {
  let state = State.from({})
  let since: Since | undefined
  for (const patch of patches) {
    state = State.from({ ...state.toJSON(), ...patch })
    since = layout.write(state, since?.next(patch)).since
  }
  return since
}
