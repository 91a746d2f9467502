import { createActionReader, parseAction, type Reading } from '@skill-state/core'
import type { Environment } from '@skill-state/protocol'

/** Reads an answer that is one JSON object with `reasoning` and `action`. */
export function createJsonReader(environment: Pick<Environment, 'actionSchema'>): (reply: string) => Reading {
  const readAction = createActionReader(environment)
  return (reply) => {
    const parsed = parseAction(reply)
    if (!parsed.ok) return { ok: false, mistake: 'syntax', issues: parsed.issues }
    const { reasoning, action, ...source } = parsed.value
    const taken = readAction(action)
    return taken.ok
      ? { ok: true, value: { reasoning, action: taken.value, ...source } }
      : { ok: false, mistake: 'action', reasoning, issues: taken.issues }
  }
}
