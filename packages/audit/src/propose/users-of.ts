import { type FieldSource, leavesOf, textsIn } from '@skill-state/core/capture'
import { occursIn } from '../needs/occurrence.ts'
import type { Training } from './training.ts'

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
