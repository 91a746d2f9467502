import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { type Tool, ToolFailure } from '@skill-state/tools'
import type { Agent } from './agent.ts'
import type { ApprovalRequest } from './events.ts'
import { tell } from './host/command.ts'
import { memorySessions, type SessionStore } from './stores.ts'
import type { Turn } from './turn.ts'

export interface AsToolOptions {
  /** What the agent does and when to ask it. The parent's model reads it. */
  readonly description: string
  /** Keeps a session for each call. Default: in memory, gone with the process. */
  readonly store?: SessionStore | undefined
  /**
   * Asks a person about a call of the agent: true if it may be done, else the reason why not. Default: no person is asked, and
   * the result tells the parent which session waits for which call.
   */
  readonly onApproval?:
    | ((request: ApprovalRequest & { readonly session: string }) => Promise<true | string> | true | string)
    | undefined
  /** Milliseconds for one call, questions to a person included. Default 600,000. */
  readonly timeoutMs?: number | undefined
}

const input = {
  type: 'object',
  properties: { message: { type: 'string', description: 'All that the agent has to know.' } },
  required: ['message'],
  additionalProperties: false,
} as const satisfies JsonObject

/**
 * An agent as a tool of another one, of any framework: each call is a session of its own, so the parent's prompt holds the
 * reply and the cost, and nothing of how it was reached. A call that is repeated under the same key continues its session.
 *
 * @example
 * ```ts
 * import { type Agent, agent, asTool } from '@skill-state/agent'
 * import { providerModel } from '@skill-state/models'
 * import { z } from 'zod'
 *
 * // The parent sees the reply of the researcher and what it cost, not its steps.
 * export async function withHelp(researcher: Agent<unknown>): Promise<Agent<{ plan: string }>> {
 *   return agent({
 *     model: await providerModel('openai:gpt-5'),
 *     instructions: 'You plan trips.',
 *     state: z.object({ plan: z.string().max(500).default('') }),
 *     tools: { research: asTool(researcher, { description: 'Researches a question.' }) },
 *   })
 * }
 * ```
 */
export function asTool(agent: Agent<unknown>, options: AsToolOptions): Tool<JsonObject> {
  const { description, store = memorySessions(), onApproval, timeoutMs = 600_000 } = options
  return {
    description,
    input,
    timeoutMs,
    onUnknown: 'repeat',
    execute: async ({ message }, { key, signal }) => {
      if (typeof message !== 'string' || message.trim() === '')
        throw new ToolFailure('message: expected a text')
      const session = await agent.open({ id: key, store })
      try {
        const isKnown = session.hasReceived(key)
        let turn = await (isKnown ? session.resume({ signal }) : session.send(message, { id: key, signal }))
          .turn
        while (turn.approval && onApproval) {
          const { step, call } = turn.approval
          const answer = await onApproval({ ...turn.approval, session: key })
          const command = answer === true ? { approve: step, call } : { deny: step, call, reason: answer }
          turn = await tell(session, command, signal).turn
        }
        if (turn.end === 'stopped') signal.throwIfAborted()
        return resultOf(turn)
      } finally {
        await session.close()
      }
    },
  }
}

function resultOf({ end, reply, output, approval, call, limit, reasons, session, spent }: Turn): JsonValue {
  const { costUsd: cost } = spent
  if (approval) {
    const waitsFor = JSON.parse(JSON.stringify(approval)) as JsonObject
    return { status: 'waits for the approval of a person', session, call: waitsFor, cost }
  }
  if (call) throw new ToolFailure(`The agent cannot continue: its tool ${call.tool} has no execute`)
  if (end === 'limit') return { status: `stopped at the limit ${limit ?? reasons?.join('; ')}`, reply, cost }
  if (end === 'stopped') return { status: 'stopped before it was done', reply, cost }
  if (end === 'failed') throw new ToolFailure(`The agent failed: ${reasons?.join('; ')}`)
  return output === undefined ? { reply, cost } : { reply, output: output as JsonValue, cost }
}
