import { describeNode } from '../parts/node.ts'
import { type MergeRule, refuse } from './merge-rule.ts'

/** The larger of two numbers stays. */
export function max(): MergeRule {
  return {
    name: 'max',
    combine(written, present) {
      if (typeof written !== 'number') {
        return refuse(`expected a number (the largest is kept), found ${describeNode(written)}`)
      }
      return { ok: true, value: typeof present === 'number' ? Math.max(present, written) : written }
    },
  }
}
