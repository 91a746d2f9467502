import type { Decision } from '@skill-state/protocol'
import type { ReplyFormat } from './layouts.ts'

/** Writes a decision in the format that the prompt asks for. */
export function renderReply(decision: Decision, format: ReplyFormat): string {
  return format === 'json-block' ? jsonBlock(decision) : actionLine(decision)
}

function jsonBlock({ reasoning, patch, action }: Decision): string {
  return `${reasoning}\n\n\`\`\`json\n${JSON.stringify({ state_patch: patch ?? {}, action })}\n\`\`\``
}

function actionLine({ reasoning, action }: Decision): string {
  return `${reasoning}\nAction: ${typeof action === 'string' ? action : JSON.stringify(action)}`
}
