import type { JsonObject } from '@skill-state/protocol'
import type { Contender } from '../measure/race.ts'
import { initialState, replyAt } from './task.ts'

/** Σ for a program that merges in place. */
export interface PlainState {
  inventory: Record<string, string>
}

export type Patch = PlainState & JsonObject

/** A contender that applies so many patches, each to the outcome of the last, round after round. */
export function fold<S>(
  name: string,
  units: number,
  patches: readonly Patch[],
  initial: S,
  merge: (state: S, patch: Patch) => S,
): Contender {
  let state = initial
  let at = 0
  return {
    name,
    units,
    run: () => {
      for (let count = 0; count < units; count += 1) {
        const patch = patches[at % patches.length]
        if (patch) state = merge(state, patch)
        at += 1
      }
    },
  }
}

/** Patches of two keys each. */
export function patchesOf(keys: number): readonly Patch[] {
  return Array.from({ length: 1_000 }, (_, step) => replyAt(step, keys).patch as Patch)
}

/** A state of its own, which may be changed. */
export function plainState(keys: number): PlainState {
  return JSON.parse(JSON.stringify(initialState(keys))) as PlainState
}
