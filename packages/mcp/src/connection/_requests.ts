import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type Client,
  type ClientCapabilities,
  type ContentBlock,
  type CreateMessageRequest,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client'
import { clock, type JsonObject, known, type ModelRequest, type ModelResponse } from '@skill-state/protocol'

/** What a server may ask of us while it works on a call. What is absent is not offered to servers. */
export interface ServerRequestOptions {
  /** Folders that servers are told to work in. */
  readonly roots?: readonly string[] | undefined
  /**
   * Puts a server's question to a person. `schema` describes the answer, an object of texts, numbers and truth values; in its
   * place `url` is a page on which the person does something. Returns the answer (`true` for a page that was dealt with), `false` if
   * the person declines, undefined if there is no answer.
   */
  readonly onQuestion?:
    | ((question: {
        readonly server: string
        readonly message: string
        readonly schema?: JsonObject | undefined
        readonly url?: string | undefined
        readonly signal: AbortSignal
      }) => Promise<JsonObject | boolean | undefined>)
    | undefined
  /** Asks a model for a server. The caller limits what that may cost. */
  readonly onSample?: ((request: ModelRequest) => Promise<ModelResponse>) | undefined
}

/** Most requests of one server during its calls, until it has answered them: it cannot spend without end. */
const MAX_REQUESTS = 20

export function capabilitiesOf({ roots, onQuestion, onSample }: ServerRequestOptions): ClientCapabilities {
  return known({
    roots: roots && {},
    elicitation: onQuestion && { form: { applyDefaults: true }, url: {} },
    sampling: onSample && {},
  })
}

/** Which calls a server works on, and what it asked meanwhile. */
export interface Work {
  calls: number
  /** Requests since a call began. */
  requests: number
  /** Requests without an answer yet: no call is late meanwhile. */
  open: number
  /** When one was answered last, by `clock`. */
  answered: number
}

/** Answers what the server asks. A request outside of a call, or one too many, is rejected. */
export function answerRequests(
  client: Client,
  work: Work,
  { server, roots, onQuestion, onSample }: ServerRequestOptions & { readonly server: () => string },
): void {
  const during = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (work.calls === 0) throw rejected('the client answers requests during calls only')
    if (++work.requests > MAX_REQUESTS) throw rejected(`the client answers ${MAX_REQUESTS} requests a call`)
    work.open += 1
    try {
      return await answer()
    } finally {
      work.open -= 1
      work.answered = clock.now()
    }
  }
  if (roots)
    client.setRequestHandler('roots/list', () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) })),
    }))
  if (onQuestion)
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq: { signal } }) =>
      during(async () => {
        const asked =
          params.mode === 'url' ? { url: params.url } : { schema: params.requestedSchema as JsonObject }
        const answer = await onQuestion({ server: server(), message: params.message, ...asked, signal })
        if (answer === undefined) return { action: 'cancel' }
        if (answer === false) return { action: 'decline' }
        return answer === true
          ? { action: 'accept' }
          : { action: 'accept', content: answer as Record<string, string> }
      }),
    )
  if (onSample)
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq: { signal } }) =>
      during(async () => {
        const { text, model, finishReason } = await onSample({ ...modelRequest(params), signal })
        const stopReason = finishReason === 'length' ? 'maxTokens' : 'endTurn'
        return { role: 'assistant', content: { type: 'text', text }, model, stopReason }
      }),
    )
}

/** A server's messages as ours. Throws if they have more than texts, which not every model reads. */
function modelRequest({ systemPrompt, messages }: CreateMessageRequest['params']): ModelRequest {
  const texts = messages.map(({ role, content }) => ({
    role,
    text: [content].flat().map(textOf).join('\n'),
  }))
  const system = systemPrompt ? [{ role: 'system' as const, text: systemPrompt }] : []
  return { prompt: [...system, ...texts] }
}

function textOf(block: { readonly type: string } | ContentBlock): string {
  if (block.type === 'text' && 'text' in block) return block.text
  throw rejected(`the client passes on texts to a model, and no ${block.type}`)
}

function rejected(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message)
}
