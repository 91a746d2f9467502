import type { CallToolResult, ElicitInputParams } from '@modelcontextprotocol/server'
import type { Origin } from '@skill-state/core/journal'
import { printableJson, printableLine, reasonOf } from '@skill-state/protocol'
import type { AgentEvent, ApprovalRequest } from '../events.ts'
import type { Turn } from '../turn.ts'

/** What a host is told of a turn: for its model as a text, for its program as an object. */
export function turnResult(turn: Turn): CallToolResult {
  const { session, end, reply, approval, call, limit, steps, spent } = turn
  if (call) {
    const message = `session "${session}" cannot continue: the tool ${call.tool} of the agent has no execute`
    return failed(new Error(message))
  }
  const next = NEXT[end](session, turn)
  const structuredContent = {
    session,
    status: end,
    reply,
    next,
    steps,
    cost: spent.costUsd,
    approval: approval && { ...approval },
    limit,
  }
  const text = [reply, `[${next}]`].filter((part) => part !== '').join('\n\n')
  return { content: [{ type: 'text', text }], structuredContent }
}

const NEXT: Readonly<Record<Turn['end'], (session: string, turn: Partial<Turn>) => string>> = {
  replied: (session) => `session "${session}" waits for the next message: call send`,
  finished: (session) => `session "${session}" is over: call send without a session to begin another one`,
  waiting: (session, { approval }) =>
    `session "${session}" waits for an approval. Step ${approval?.step}${approval?.call === undefined ? '' : `, call ${approval.call}`}: ${callText(approval)}. Ask the person, then call answer_approval; go_on asks again if the host can ask`,
  stopped: (session) => `session "${session}" was stopped and waits for the next message: call send`,
  failed: (session, { reasons = [], resumable }) =>
    `session "${session}" failed: ${reasons.join('; ')}. ${resumable ? 'Call go_on to try again' : 'Call send with the next message'}`,
  limit: (session, { limit, resumable }) =>
    resumable
      ? `session "${session}" stopped at the limit ${limit}, and stays there until the limit is raised`
      : `session "${session}" stopped at the limit ${limit}: call send to tell it whether to go on`,
}

/** The form that a person is shown. */
export function question(approval: ApprovalRequest): ElicitInputParams {
  return {
    message: `May the agent do this? ${callText(approval)}`,
    requestedSchema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: 'Approve' },
        reason: { type: 'string', title: 'Why not', description: 'The agent reads it.' },
      },
      required: ['approve'],
    },
  }
}

/** The whole input: a person approves what is shown. Characters that change how a text looks are shown by their numbers. */
function callText(approval: ApprovalRequest | undefined): string {
  const { tool, input, reason } = approval ?? { tool: '', input: null }
  const why = reason === undefined ? '' : ` (${printableLine(reason)})`
  return `${printableLine(tool)} ${printableJson(input, 0)}${why}`
}

export function stateResult(state: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(state) }], structuredContent: { state } }
}

export function originResult(origin: Origin): CallToolResult {
  const { value = null, kind } = origin
  const step =
    origin.kind === 'step'
      ? {
          step: origin.step.index,
          toldThen: origin.step.observation.text,
          patch: origin.step.patch,
          did: origin.step.action,
        }
      : {}
  const structuredContent = { value, writtenBy: kind, ...step }
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

/** One line that says what is wrong. */
export function failed(error: unknown): CallToolResult {
  const message = reasonOf(error)
  return { content: [{ type: 'text', text: message.replaceAll(/\s+/g, ' ') }], isError: true }
}

/** What a host shows while it waits; undefined for events that tell nothing new. */
export function progressOf(event: AgentEvent): string | undefined {
  if (event.type === 'model-called') return `step ${event.step}: asks the model`
  if (event.type === 'tool-started') return `step ${event.step}: calls ${event.tool}`
  return undefined
}
