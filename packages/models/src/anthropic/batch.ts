import type { Anthropic } from '@anthropic-ai/sdk'
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'
import {
  answersIn,
  type BatchAnswer,
  type BatchDoor,
  idIn,
  unanswered,
  unknownStatus,
} from '../batch/door.ts'
import type { Secret } from '../secrets/secret.ts'
import { ProviderError } from '../transport/provider-error.ts'
import { at, textAt } from '../values/at.ts'
import { orFailure, wholeReply } from '../wire/reply-body.ts'
import { failureOf, refusedCall } from './failure.ts'

export function anthropicBatches(
  connect: () => Promise<Anthropic>,
  secrets: readonly Secret[],
  now: () => number,
): Pick<BatchDoor, 'submit' | 'collect'> {
  const sending = <T>(send: () => Promise<T>): Promise<T> =>
    orFailure(send(), (error) => failureOf(error, secrets, now()))

  function answerIn(batch: string, line: unknown): BatchAnswer {
    const type = textAt(line, 'result', 'type')
    if (type === 'succeeded') return { reply: at(line, 'result', 'message') }
    if (type === 'expired') return { error: unanswered(batch, 'expired') }
    if (type === 'canceled') return { error: unanswered(batch, 'cancelled') }
    return { error: refusedCall(at(line, 'result', 'error', 'error'), secrets, now()) }
  }

  return {
    submit: (calls) =>
      sending(async () => {
        const { messages } = await connect()
        const requests = calls.map(({ key, body }) => ({
          custom_id: key,
          params: body as unknown as MessageCreateParamsNonStreaming,
        }))
        return idIn(await wholeReply(messages.batches.create({ requests }), secrets), secrets)
      }),

    collect: (id) =>
      sending(async () => {
        const client = await connect()
        const batch = await wholeReply(client.messages.batches.retrieve(id), secrets)
        const status = textAt(batch, 'processing_status')
        if (status === 'in_progress' || status === 'canceling') return undefined
        if (status !== 'ended') throw unknownStatus(id, status)
        const url = textAt(batch, 'results_url')
        if (url === undefined) {
          const message = `the provider no longer has the answers of batch ${id}`
          throw new ProviderError(message, { status: 404, retryable: false, mayBeCharged: true })
        }
        const file = await client.get(url, { headers: { accept: 'application/binary' } }).asResponse()
        const answers = await answersIn([file], (line) => answerIn(id, line))
        return { answers, missing: unanswered(id, 'ended') }
      }),
  }
}
