import type { Run } from '../pattern/run.ts'
import type { LevelChange } from '../state/change.ts'
import { toJsonValue } from '../state/state.ts'
import type { Node } from './validator/node.ts'

/**
 * Whether the state after a change passes the schema, given that the state before does: looks only at what the
 * patch names, and gives the verdict that judging the whole state would give.
 */
export function acceptsChange(node: Node, { before, after, entries }: LevelChange, run: Run): boolean {
  if (before === after) return true
  const rules = node.entries
  if (rules === undefined) return node.judge(after.toJSON(), run)
  if (after.size > before.size ? after.size > rules.most : after.size < rules.least) return false
  for (const same of rules.also) if (!acceptsChange(same, { before, after, entries }, run)) return false
  for (const { key, before: was, after: now, below } of entries) {
    if (was === now) continue
    if (now === undefined) {
      if (rules.required.has(key)) return false
      continue
    }
    if (was === undefined && rules.names && !rules.names.judge(key, run)) return false
    for (const child of rules.values(key, run)) {
      if (!(below ? acceptsChange(child, below, run) : child.judge(toJsonValue(now), run))) return false
    }
  }
  return true
}
