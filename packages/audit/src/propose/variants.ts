import type { Field, FieldSource } from '@skill-state/core/capture'
import { leavesOf, textsIn } from '@skill-state/core/capture'
import { occursIn } from '../needs/occurrence.ts'
import { type FieldEffect, lossOf, type Training } from './training.ts'

/** How much of a source a field keeps. */
const KEEPS = [undefined, 1, 2, 3] as const

/** What an eviction costs at least, in needs: one that loses nothing in training may lose some elsewhere. */
const DOUBT = 0.15

/** The ways in which a field can hold the values of one source: how many of them, and which tools empty it. */
export function variantsOf(
  base: Pick<Field, 'name' | 'from' | 'key'>,
  training: Training,
  price: number,
): readonly FieldEffect[] {
  const tools = laterUsersOf(base.from, training)
  const whole = training.effectOf(base)
  return KEEPS.flatMap((keep) => {
    const first = training.effectOf({ ...base, keep })
    const found = [first]
    if (keep !== undefined && whole.meanChars - first.meanChars < price * DOUBT) return []
    for (;;) {
      const best = found.at(-1) as FieldEffect
      const next = tools
        .filter((tool) => !best.field.evict?.includes(tool))
        .map((tool) => training.effectOf(withEviction(best.field, tool)))
        .map((effect) => {
          const loss = lossOf(best, effect, training.weights) + DOUBT
          return { effect, gain: best.meanChars - effect.meanChars - price * loss }
        })
        .reduce((a, b) => (b.gain > a.gain ? b : a), { effect: best, gain: 0 })
      if (next.gain <= 0) return found
      found.push(next.effect)
    }
  })
}

function withEviction(field: Field, tool: string): Field {
  return { ...field, evict: [...(field.evict ?? []), tool].sort() }
}

/** The tools after which values may be done with: those that use what the source gives, and those that follow on them. */
function laterUsersOf(from: FieldSource, training: Training): readonly string[] {
  const users = usersOf(from, training)
  const followers = users.flatMap((tool) => usersOf({ tool, path: '$' }, training))
  return [...new Set([...users, ...followers])].sort()
}

/** The tools that use what a source gives: of a tool's result any value, of user messages what the pattern takes. */
export function usersOf(from: FieldSource, { episodes }: Training): readonly string[] {
  const users = new Set<string>()
  for (const { view, sourced, material } of episodes) {
    const texts = 'tool' in from ? [] : material.flatMap((each) => textsIn(each, from))
    for (const { call, value, sources } of sourced) {
      const isGiven =
        'tool' in from
          ? sources.some((at) => view.messages[at]?.tool === from.tool)
          : texts.some((text) => occursIn(value, text))
      if (!isGiven) continue
      for (const { name, arguments: given } of view.messages[call.index]?.calls ?? []) {
        if (leavesOf(given).some(({ text, isKey }) => !isKey && text === value)) users.add(name)
      }
    }
  }
  return [...users].sort()
}
