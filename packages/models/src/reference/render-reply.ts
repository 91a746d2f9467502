import {
  type Decision,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReplyFormat,
} from '@skill-state/protocol'
import { step } from '../answers/read/pointer.ts'
import { merged } from '../values/merged.ts'
import { memoryCalls } from './memory-file.ts'
import type { PatchForm } from './parse-prompt.ts'

/** What the prompt says beside the format: how a patch is written, and the state that it shows. */
interface Shown {
  readonly form?: PatchForm | undefined
  readonly state?: JsonObject | undefined
  readonly write?: WriteFacts | undefined
}

/** Changes facts before they are written down: a patch, or a whole state if the reply holds that. */
export type WriteFacts = (written: JsonObject, shown: JsonObject) => JsonObject

/**
 * Writes a decision in the format that the prompt asks for.
 *
 * @example
 * ```ts
 * import { renderReply } from '@skill-state/models'
 *
 * const reply = renderReply({ reasoning: 'One.', patch: { count: 1 }, action: 'next' }, 'json-object')
 * console.log(JSON.parse(reply).action) // next
 * ```
 */
export function renderReply(
  decision: Decision,
  format: ReplyFormat,
  { form = 'merge', state = {}, write = (written) => written }: Shown = {},
): string {
  const { reasoning, action } = decision
  if (format === 'json-action') return JSON.stringify({ reasoning, action })
  if (format === 'action-line') return actionLine(decision)
  if (format === 'whole-state') {
    return block(reasoning, { state: write(merged(state, decision.patch ?? {}), state), action })
  }
  const patch = write(decision.patch ?? {}, state)
  if (format === 'state-update') return stateUpdate({ ...decision, patch })
  if (format === 'memory-calls') {
    const calls = memoryCalls(state, merged(state, patch))
    return actionLine({ reasoning: [reasoning, ...calls].join('\n'), action })
  }
  const state_patch = form === 'operations' ? operations(patch) : patch
  if (format === 'json-object') return JSON.stringify({ reasoning, state_patch, action })
  return block(reasoning, { state_patch, action })
}

function block(reasoning: string, decision: object): string {
  return `${reasoning}\n\n\`\`\`json\n${JSON.stringify(decision)}\n\`\`\``
}

function operations(patch: JsonObject, above = ''): JsonObject[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const path = above + step(key)
    if (isJsonObject(value) && Object.keys(value).length > 0) return operations(value, path)
    return [operation(path, value)]
  })
}

function operation(path: string, value: JsonValue): JsonObject {
  return { op: value === null ? 'delete' : 'set', path, value }
}

/** A patch that changes nothing is left out, as the prompt allows. */
function stateUpdate(decision: Decision): string {
  const { reasoning, patch = {} } = decision
  if (Object.keys(patch).length === 0) return actionLine(decision)
  return actionLine({ ...decision, reasoning: `${reasoning}\nStateUpdate: ${JSON.stringify(patch)}` })
}

function actionLine({ reasoning, action }: Decision): string {
  return `${reasoning}\nAction: ${typeof action === 'string' ? action : JSON.stringify(action)}`
}
