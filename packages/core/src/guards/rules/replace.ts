import { isJsonObject } from '@skill-state/protocol'
import { replacing } from '../../state/replacing.ts'
import { State } from '../../state/state.ts'
import type { MergeRule } from './merge-rule.ts'

/** An object replaces the one that is there as a whole: what it omits is deleted. */
export function replace(): MergeRule {
  return {
    name: 'replace',
    combine: (written, present) => ({
      ok: true,
      value: isJsonObject(written) && present instanceof State ? replacing(present, written) : written,
    }),
  }
}
