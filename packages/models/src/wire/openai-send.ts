import { type ModelRequest, type ModelResponse, SkillStateError } from '@skill-state/protocol'
import type { Heard, Send } from '../transport/transport.ts'
import type { Endpoint } from './endpoint.ts'
import { lazyPost } from './openai-client.ts'
import { type ErrorContext, toProviderError } from './openai-errors.ts'
import { jsonIn, streamedReply } from './reply-body.ts'

/** What differs between the two APIs of OpenAI. */
interface Api {
  readonly path: string
  readonly bodyOf: (request: ModelRequest) => object
  /** Asks for a stream; absent if the reply is to come whole. */
  readonly streaming: object | undefined
  /** The reply that the events of a stream make. `named`: a call is told with its name. */
  readonly collect: (events: AsyncIterable<unknown>, heard: Heard, named: boolean) => Promise<unknown>
  readonly read: (reply: unknown, request: ModelRequest) => ModelResponse
  readonly context: () => ErrorContext
}

/** Sends requests to one path of an endpoint. Throws `ProviderError`, and `invalid-option` if the SDK is not installed. */
export function openaiSend(endpoint: Endpoint, api: Api): Send {
  const { path, bodyOf, streaming, collect, read, context } = api
  const { secrets } = endpoint
  const post = lazyPost(endpoint, path)
  const ask: (...given: Parameters<Send>) => Promise<unknown> = async (request, signal, heard) => {
    const body = bodyOf(request)
    if (streaming === undefined) return jsonIn((await post(body, signal)).response, secrets)
    const answer = await post({ ...body, ...streaming }, signal)
    const named = request.tools !== undefined
    return streamedReply(answer, (events) => collect(events, heard, named), secrets)
  }
  return async (request, signal, heard) => {
    const reply = await ask(request, signal, heard).catch((error: unknown) => {
      throw error instanceof SkillStateError ? error : toProviderError(error, context())
    })
    return read(reply, request)
  }
}
