import { Agent, type AgentInputItem, type Model, Runner, Usage } from '@openai/agents-core'
import { removeAllTools as remove } from '@openai/agents-core/extensions'
import { libraryPolicy } from './library.ts'
import { type Piece, regroup } from './pieces.ts'
import type { PolicyMessage, PolicyRecord } from './policy.ts'

/** `removeAllTools` of the installed `@openai/agents-core`, the filter of a handoff. */
export function removeAllTools(): PolicyRecord {
  return libraryPolicy('@openai/agents-core', 'removeAllTools', (messages) => {
    const pieces = piecesOf(messages)
    const inputHistory = pieces.flat().map(({ is }) => is)
    const left = remove({ inputHistory, preHandoffItems: [], newItems: [] }).inputHistory
    return regroup(messages, pieces, left as readonly AgentInputItem[])
  })
}

/**
 * What a run of the installed `@openai/agents-core` sends of a session's history, here all messages, and an empty input. The run
 * gets as far as the request, which a model of this function takes.
 */
export function sessionHistory(): PolicyRecord {
  return libraryPolicy('@openai/agents-core', 'sessionHistory', async (messages) => {
    const pieces = piecesOf(messages)
    const items = pieces.flat()
    const byMark = new Map(items.map(({ is }, mark) => [mark, is]))
    const history = items.map(({ is }, mark) => ({ ...is, providerData: { mark } }))
    const sent = await inputOf(history as AgentInputItem[])
    return regroup(
      messages,
      pieces,
      sent.flatMap(({ providerData }) => byMark.get(providerData?.mark as number) ?? []),
    )
  })
}

async function inputOf(history: AgentInputItem[]): Promise<readonly AgentInputItem[]> {
  let sent: readonly AgentInputItem[] = []
  const model = {
    async getResponse({ input }) {
      sent = input as AgentInputItem[]
      return { usage: new Usage(), output: [] }
    },
    getStreamedResponse() {
      throw new TypeError('not asked')
    },
  } satisfies Model
  const session = {
    getSessionId: async () => 'history',
    getItems: async () => history,
    addItems: async () => {},
    popItem: async () => undefined,
    clearSession: async () => {},
  }
  const runner = new Runner({ tracingDisabled: true })
  await runner.run(new Agent({ name: 'history', model }), [], { session, maxTurns: 1 }).catch(() => undefined)
  return sent
}

/** The items of each message: reasoning, its text if it has one or no calls, and each call. */
function piecesOf(messages: readonly PolicyMessage[]): readonly (readonly Piece<AgentInputItem>[])[] {
  return messages.map(({ role, content, calls = [], callId = '', tool: name = 'unknown', reasoning }) => {
    if (role === 'tool') {
      const output = { type: 'text' as const, text: content }
      const is = { type: 'function_call_result' as const, callId, name, status: 'completed' as const, output }
      return [{ is, kind: 'result' }]
    }
    const pieces: Piece<AgentInputItem>[] = []
    if (reasoning !== undefined) {
      const is = { type: 'reasoning' as const, content: [{ type: 'input_text' as const, text: reasoning }] }
      pieces.push({ is, kind: 'reasoning' })
    }
    if (content !== '' || calls.length === 0) pieces.push({ is: said(role, content), kind: 'text' })
    for (const call of calls) {
      const { id: callId = '', name, arguments: args } = call
      const is = { type: 'function_call' as const, callId, name, arguments: JSON.stringify(args) }
      pieces.push({ is, kind: 'call', call })
    }
    return pieces
  })
}

function said(role: 'system' | 'user' | 'assistant', text: string): AgentInputItem {
  if (role !== 'assistant') return { role, content: text }
  return { role, status: 'completed', content: [{ type: 'output_text', text }] }
}
