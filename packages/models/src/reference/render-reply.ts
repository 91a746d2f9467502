import type { Decision, ReplyFormat } from '@skill-state/protocol'

/** Writes a decision in the format that the prompt asks for. */
export function renderReply(decision: Decision, format: ReplyFormat): string {
  const { reasoning, patch = {}, action } = decision
  if (format === 'json-object') return JSON.stringify({ reasoning, state_patch: patch, action })
  if (format === 'json-action') return JSON.stringify({ reasoning, action })
  if (format === 'json-block') return jsonBlock(decision)
  return format === 'state-update' ? stateUpdate(decision) : actionLine(decision)
}

function jsonBlock({ reasoning, patch, action }: Decision): string {
  return `${reasoning}\n\n\`\`\`json\n${JSON.stringify({ state_patch: patch ?? {}, action })}\n\`\`\``
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
