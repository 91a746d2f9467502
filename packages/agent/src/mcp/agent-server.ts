import { randomBytes, randomUUID } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
  type ToolCallback,
} from '@modelcontextprotocol/server'
import type { Agent } from '../agent.ts'
import type { ApprovalRequest } from '../events.ts'
import type { SessionCommand } from '../host/command.ts'
import type { ReadableSessionStore } from '../stores.ts'
import type { Turn } from '../turn.ts'
import { failed, originResult, progressOf, question, stateResult, turnResult } from './results.ts'
import { type Caller, servedSessions } from './served-sessions.ts'

interface AgentServerOptions {
  readonly agent: Agent<unknown>
  readonly store: ReadableSessionStore
  readonly name: string
  /** What the agent does and when to use it. The host's model reads it. */
  readonly description: string
  readonly version?: string | undefined
}

type Asked = Pick<ApprovalRequest, 'step' | 'call'> & { readonly session: string }
type Result = Awaited<ReturnType<ToolCallback>>

/**
 * MCP servers of an agent, one for each connection, for `serveStdio` and `createMcpHandler` of the SDK. A host sends messages
 * to sessions and reads their state. A call that needs an approval is asked of the person if the host can ask, so its model
 * cannot approve; otherwise by the tool `answer_approval`.
 */
export function agentServer(options: AgentServerOptions): () => McpServer {
  const { name, description, version = '0.0.0' } = options
  const sessions = servedSessions(options.agent, options.store)
  const codec = createRequestStateCodec<Asked>({ key: randomBytes(32), ttlSeconds: 86_400 })
  return () => {
    const server = new McpServer(
      { name, version },
      { instructions: INSTRUCTIONS, requestState: codec, inputRequired: { maxRounds: 1_000 } },
    )
    const canAsk = ({ mcpReq: { envelope } }: ServerContext): boolean => {
      const { [CLIENT_CAPABILITIES_META_KEY]: named } = (envelope ?? {}) as Partial<
        Record<string, ClientCapabilities>
      >
      const { elicitation } = named ?? server.server.getClientCapabilities() ?? {}
      return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
    }

    /** Runs a turn, and asks the person as often as the agent needs it. */
    const run = async (context: ServerContext, take: (caller: Caller) => Promise<Turn>): Promise<Result> => {
      const { mcpReq } = context
      return await reported(context, async () => {
        const asked = mcpReq.requestState<Asked>()
        const verdict = asked && verdictOf(asked, mcpReq.inputResponses)
        const caller = callerOf(context)
        if (asked && !verdict) return turnResult(await sessions.tell(asked.session, RESUME, caller))
        const turn = await (asked && verdict ? sessions.tell(asked.session, verdict, caller) : take(caller))
        const { approval, session } = turn
        if (!approval || !canAsk(context)) return turnResult(turn)
        return inputRequired({
          inputRequests: { approval: inputRequired.elicit(question(approval)) },
          requestState: await codec.mint({ session, step: approval.step, call: approval.call }),
        })
      })
    }

    server.registerTool(
      'send',
      {
        description: `${description} ${SEND}`,
        inputSchema: fromJsonSchema<Send>(inputOf(SEND_INPUT, 'message')),
      },
      ({ message, session = randomUUID() }, context) =>
        run(context, (caller) => sessions.send(session, message, caller)),
    )
    server.registerTool(
      'go_on',
      {
        description: GO_ON,
        inputSchema: fromJsonSchema<{ session: string }>(inputOf({ session: ID }, 'session')),
      },
      ({ session }, context) => run(context, (caller) => sessions.tell(session, RESUME, caller)),
    )
    server.registerTool(
      'answer_approval',
      {
        description: ANSWER,
        inputSchema: fromJsonSchema<Answer>(inputOf(ANSWER_INPUT, 'session', 'step', 'approve')),
        annotations: { destructiveHint: true },
      },
      ({ session, step, call, approve, reason = NO_REASON }, context) => {
        if (canAsk(context))
          return failed(new Error(`a person is asked: call go_on with session "${session}"`))
        const verdict = approve ? { approve: step, call } : { deny: step, call, reason }
        return run(context, (caller) => sessions.tell(session, verdict, caller))
      },
    )
    server.registerTool(
      'read_state',
      {
        description: READ,
        inputSchema: fromJsonSchema<Read>(inputOf(READ_INPUT, 'session')),
        annotations: { readOnlyHint: true },
      },
      ({ session, pointer }, context) =>
        reported(context, async () =>
          pointer === undefined
            ? stateResult(await sessions.state(session))
            : originResult(await sessions.why(session, pointer)),
        ),
    )
    return server
  }
}

/** Errors become results that say what is wrong; a call that was cancelled has none. */
async function reported({ mcpReq }: ServerContext, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    mcpReq.signal.throwIfAborted()
    return failed(error)
  }
}

function callerOf({ mcpReq: { signal, notify, _meta } }: ServerContext): Caller {
  const progressToken = _meta?.progressToken
  let progress = 0
  return {
    signal,
    onEvent(event) {
      const message = progressOf(event)
      if (progressToken === undefined || message === undefined) return
      progress += 1
      const params = { progressToken, progress, message }
      notify({ method: 'notifications/progress', params }).catch(() => {}) // the host has gone
    },
  }
}

/** What the person has said; undefined if nothing. */
function verdictOf(
  { step, call }: Asked,
  responses: Record<string, unknown> | undefined,
): SessionCommand | undefined {
  const view = inputResponse(responses, 'approval')
  if (view.kind !== 'elicit' || view.action === 'cancel') return undefined
  const { approve, reason } = view.content ?? {}
  if (view.action === 'accept' && approve === true) return { approve: step, call }
  const isGiven = typeof reason === 'string' && reason.trim() !== ''
  return { deny: step, call, reason: isGiven ? reason : NO_REASON }
}

const RESUME: SessionCommand = { resume: true }

const NO_REASON = 'no reason was given'

interface Send {
  readonly message: string
  readonly session?: string
}

interface Answer {
  readonly session: string
  readonly step: number
  readonly call?: number
  readonly approve: boolean
  readonly reason?: string
}

interface Read {
  readonly session: string
  readonly pointer?: string
}

function inputOf(
  properties: Record<string, object>,
  ...required: readonly string[]
): Parameters<typeof fromJsonSchema>[0] {
  return { type: 'object', properties, required, additionalProperties: false }
}

const ID = { type: 'string', description: 'Id of the session.' }
const SEND_INPUT = {
  message: { type: 'string', description: 'What the agent is told.' },
  session: {
    type: 'string',
    description: 'Id of the session: an earlier one, or a new one. Default: a new one.',
  },
}
const ANSWER_INPUT = {
  session: ID,
  step: { type: 'integer', description: 'Step of the call that waits.' },
  call: { type: 'integer', description: 'Which of several calls of the step, if the result names one.' },
  approve: { type: 'boolean' },
  reason: { type: 'string', description: 'Why not. The agent reads it.' },
}
const READ_INPUT = {
  session: ID,
  pointer: { type: 'string', description: 'JSON Pointer of a value, as /bookings/B1.' },
}

const INSTRUCTIONS =
  'An agent that keeps its own state: send it messages in a session, and keep the id of the session. Each result says what it waits for.'
const SEND = 'Sends it a message and waits for its reply. It remembers all that matters in its session.'
const GO_ON = 'Continues a session that was cut off, was cancelled, or waits for an approval of a person.'
const ANSWER = 'Approves or denies a call that a session waits for. Ask the person first.'
const READ = 'Reads the state of a session; with a pointer one value, and which step wrote it and why.'
