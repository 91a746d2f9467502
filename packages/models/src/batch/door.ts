import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import {
  type JsonObject,
  type Model,
  type ModelRequest,
  type ModelResponse,
  parseJson,
  SkillStateError,
} from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { unreadableResponse } from '../transport/failures.ts'
import { ProviderError } from '../transport/provider-error.ts'
import type { TransportOptions } from '../transport/transport.ts'
import { textAt } from '../values/at.ts'

export interface BatchCall {
  /** Names the call in its batch: at most 64 letters and digits. */
  readonly key: string
  readonly body: JsonObject
}

/** What a batch has of one call: the unchecked body of the reply, or why there is none. */
export type BatchAnswer = { readonly reply: unknown } | { readonly error: Error }

export interface EndedBatch {
  readonly answers: ReadonlyMap<string, BatchAnswer>
  /** Why a call that is not among the answers has none. */
  readonly missing: Error
}

/** How a provider takes the calls of one model in batches. Members that send throw `ProviderError`. */
export interface BatchDoor {
  /** The model and where it is asked, in one line. */
  readonly name: string
  readonly transport: TransportOptions
  readonly body: (request: ModelRequest) => JsonObject
  /** Throws `ProviderError` if the reply cannot be read. */
  readonly read: (reply: unknown, request: ModelRequest) => ModelResponse
  readonly submit: (calls: readonly BatchCall[]) => Promise<string>
  /** Returns what became of a batch; undefined while the provider is at work on it. */
  readonly collect: (id: string) => Promise<EndedBatch | undefined>
}

/** A model whose provider takes calls in batches too. */
export interface BatchModel extends Model {
  readonly batch: BatchDoor
}

/** The id of what a provider says that it has created. Throws `ProviderError` if it names none. */
export function idIn(created: unknown, secrets: readonly Secret[]): string {
  const id = textAt(created, 'id')
  if (id === undefined) throw unreadableResponse('it names no id', secrets)
  return id
}

/** The answers in files of lines; of a line that is not JSON, none. */
export async function answersIn(
  files: readonly Response[],
  read: (line: unknown) => BatchAnswer,
): Promise<ReadonlyMap<string, BatchAnswer>> {
  const answers = new Map<string, BatchAnswer>()
  for (const { body } of files) {
    if (body === null) continue
    for await (const text of createInterface({ input: Readable.fromWeb(body) })) {
      if (text.trim() === '') continue
      const line = parseJson(text)
      answers.set(textAt(line, 'custom_id') ?? '', read(line))
    }
  }
  return answers
}

/** A batch of which nothing says whether it will end: to wait for it may be to wait for ever. */
export function unknownStatus(batch: string, status: string | undefined): ProviderError {
  const message = `batch ${batch} has the status ${JSON.stringify(status)}, which is not known: look at it at the provider, then run the same command again to take its answers`
  return new ProviderError(message, { retryable: false, mayBeCharged: true })
}

/** Why a call has no answer in a batch that has ended. A batch that somebody cancelled is not submitted again. */
export function unanswered(batch: string, how: 'ended' | 'expired' | 'cancelled'): Error {
  const failure = { retryable: how !== 'cancelled', mayBeCharged: how === 'ended' }
  if (how !== 'cancelled')
    return new ProviderError(`batch ${batch} ${how} without an answer to the call`, failure)
  const message = `batch ${batch} was cancelled before the call was answered`
  return new SkillStateError('model-refused', `${message}: retry failed episodes to ask again`, {
    cause: new ProviderError(message, failure),
  })
}
