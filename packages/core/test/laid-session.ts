import { type JsonObject, promptLength } from '@skill-state/protocol'
import fc from 'fast-check'
import { certify } from '../src/certify.ts'
import { compileSkill } from '../src/compile-skill.ts'
import { layouts } from '../src/layouts/index.ts'
import type { StateLayout } from '../src/layouts/layout.ts'
import type { Since } from '../src/layouts/since.ts'
import { merge, mergeState } from '../src/merge.ts'
import { ask } from '../src/prompt.ts'
import { diff } from '../src/state/diff.ts'
import { State } from '../src/state/state.ts'
import { boundedSchemas } from './bounded-schema.ts'
import { sorted } from './sorted.ts'

export const laidOut: readonly StateLayout[] = [
  layouts.baseLog(),
  layouts.overlay(),
  layouts.stableFirst(),
  layouts.auto({ prices: { input: 1, cacheRead: 0.1 }, minCachedTokens: 0, minStateChars: 0 }),
  layouts.auto({
    prices: { input: 1, cacheRead: 0.5, cacheWrite: 1.25 },
    minCachedTokens: 20,
    minStateChars: 0,
  }),
]

/** What a reader makes of a state as a layout has written it: the first object with each line after it merged into it. */
export function readState(text: string): JsonObject {
  const [base = '', beside = ''] = text.split('\n```\n')
  const patches = beside.split('\n').slice(2) // after what they are, and the fence
  return patches.reduce<JsonObject>((state, line) => merge(state, JSON.parse(line)), JSON.parse(base))
}

/** A bounded schema, and states that follow each other. */
export const sessions: fc.Arbitrary<{ readonly schema: JsonObject; readonly states: readonly JsonObject[] }> =
  boundedSchemas.chain(({ schema, values, longest }) =>
    fc
      .array(fc.oneof({ weight: 5, arbitrary: values }, { weight: 1, arbitrary: fc.constant(longest) }), {
        minLength: 1,
        maxLength: 8,
      })
      .map((states) => ({ schema, states })),
  )

/** Throws if a prompt is longer than certified, or says another state than Σ_t. */
export function playLaid(
  { schema, states: [first = {}, ...rest] }: { schema: JsonObject; states: readonly JsonObject[] },
  layout: StateLayout,
): void {
  const skill = compileSkill({ name: 'laid', instructions: 'P', schema, initialState: first })
  const certificate = certify(skill, { maxObservationChars: 0, layout })
  const most = certificate.bounded ? certificate.promptChars : Infinity
  let since: Since | undefined
  let state = State.from(first)
  for (const next of [...rest, first]) {
    const laid = layout.write(state, since)
    const length = promptLength(ask(skill.skill, state, '', { stateText: laid.text }))
    if (length > most) throw new Error(`${layout.name}: a prompt of ${length}, certified ${most}`)
    if (JSON.stringify(sorted(readState(laid.text))) !== JSON.stringify(sorted(state.toJSON())))
      throw new Error(`${layout.name}: ${laid.text} is not ${state.text}`)
    const patch = diff(state.toJSON(), next)
    state = mergeState(state, patch).after
    since = laid.since.next(patch)
  }
}
