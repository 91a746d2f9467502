import { SkillStateError } from '@skill-state/protocol'
import { itemsOf } from './_items.ts'
import type { MergeRule } from './merge-rule.ts'

export interface AppendOptions {
  /** Items that are kept, the newest ones. Default all. */
  readonly most?: number | undefined
}

/** The patch's array is appended to the one that is there. Throws `invalid-option` for a `most` below 1. */
export function append({ most = Infinity }: AppendOptions = {}): MergeRule {
  if (!(most === Infinity || Number.isInteger(most)) || most < 1) {
    throw new SkillStateError('invalid-option', `append: most must be a whole number from 1, found ${most}`)
  }
  return {
    name: 'append',
    combine(written, present) {
      const items = itemsOf(written, present)
      if (!items.ok) return items
      const all = [...items.value.present, ...items.value.written]
      return { ok: true, value: all.slice(Math.max(0, all.length - most)) }
    },
  }
}
