import type { ModelRequest, ModelResponse } from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import type { ProviderError } from '../transport/provider-error.ts'
import type { Heard, Send } from '../transport/transport.ts'
import { type Answer, jsonIn, orFailure, streamedReply } from './reply-body.ts'

/** Posts a body to one path of an API. Throws the SDK's error for a status that says no. */
export type Post = (body: object, signal: AbortSignal) => Promise<Answer>

interface Api {
  readonly post: Post
  readonly bodyOf: (request: ModelRequest) => object
  /** Asks for a stream; absent if the reply is to come whole. */
  readonly streaming: object | undefined
  /** The reply that the events of a stream make. */
  readonly collect: (events: AsyncIterable<unknown>, heard: Heard, request: ModelRequest) => Promise<unknown>
  readonly read: (reply: unknown, request: ModelRequest) => ModelResponse
  /** What the SDK throws, as a failure. */
  readonly failureOf: (error: unknown) => ProviderError
}

/** Sends requests to one path of an endpoint. Throws `ProviderError`, and `invalid-option` if the SDK is not installed. */
export function sending(secrets: readonly Secret[], api: Api): Send {
  const { post, bodyOf, streaming, collect, read, failureOf } = api
  const ask: (...given: Parameters<Send>) => Promise<unknown> = async (request, signal, heard) => {
    const answer = await post({ ...bodyOf(request), ...streaming }, signal)
    if (streaming === undefined) return jsonIn(answer.response, secrets)
    return streamedReply(answer, (events) => collect(events, heard, request), secrets)
  }
  return async (request, signal, heard) =>
    read(await orFailure(ask(request, signal, heard), failureOf), request)
}
