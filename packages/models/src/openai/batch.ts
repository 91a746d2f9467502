import {
  answersIn,
  type BatchAnswer,
  type BatchDoor,
  idIn,
  unanswered,
  unknownStatus,
} from '../batch/door.ts'
import { ProviderError } from '../transport/provider-error.ts'
import { at, textAt } from '../values/at.ts'
import type { lazyClient } from '../wire/openai-client.ts'
import { type ErrorContext, refusedCall, toProviderError } from '../wire/openai-errors.ts'
import { orFailure, wholeReply } from '../wire/reply-body.ts'

const url = '/v1/responses'

/** OpenAI's Batch API: a file of requests goes up, files of replies and of errors come down. */
export function openaiBatches(
  connect: ReturnType<typeof lazyClient>,
  context: () => ErrorContext,
): Pick<BatchDoor, 'submit' | 'collect'> {
  const { secrets } = context()
  const sending = <T>(send: () => Promise<T>): Promise<T> =>
    orFailure(send(), (error) => toProviderError(error, context()))

  function answerIn(line: unknown): BatchAnswer {
    const status = at(line, 'response', 'status_code')
    const body = at(line, 'response', 'body')
    if (status === 200) return { reply: body }
    if (typeof status === 'number') {
      const message = `${status} the provider does not say why`
      const refusal = { headers: undefined, body: at(body, 'error'), message }
      return { error: refusedCall(status, refusal, context()) }
    }
    const reason = textAt(line, 'error', 'message') ?? 'the provider does not say why'
    const message = `the batch did not answer the call: ${reason}`
    return { error: new ProviderError(message, { retryable: true, mayBeCharged: false }) }
  }

  return {
    submit: (calls) =>
      sending(async () => {
        const { files, batches } = await connect()
        const lines = calls.map(({ key, body }) =>
          JSON.stringify({ custom_id: key, method: 'POST', url, body }),
        )
        const file = new File([`${lines.join('\n')}\n`], 'calls.jsonl')
        const uploaded = await wholeReply(files.create({ file, purpose: 'batch' }), secrets)
        const created = batches.create({
          input_file_id: idIn(uploaded, secrets),
          endpoint: url,
          completion_window: '24h',
        })
        return idIn(await wholeReply(created, secrets), secrets)
      }),

    collect: (id) =>
      sending(async () => {
        const { batches, files } = await connect()
        const batch = await wholeReply(batches.retrieve(id), secrets)
        const missing = whyMissing(id, batch)
        if (missing === undefined) return undefined
        const names = [textAt(batch, 'output_file_id'), textAt(batch, 'error_file_id')]
        const sent = names.flatMap((name) => (name === undefined ? [] : [files.content(name)]))
        const answers = await answersIn(await Promise.all(sent), answerIn)
        return { answers, missing }
      }),
  }
}

const UNDER_WAY: readonly unknown[] = ['validating', 'in_progress', 'finalizing', 'cancelling']

/** Why an ended batch has no answer to a call; undefined if it has not ended. */
function whyMissing(id: string, batch: unknown): Error | undefined {
  const status = textAt(batch, 'status')
  if (status === 'completed') return unanswered(id, 'ended')
  if (status === 'expired' || status === 'cancelled') return unanswered(id, status)
  if (UNDER_WAY.includes(status)) return undefined
  if (status !== 'failed') {
    if (textAt(batch, 'output_file_id') === undefined) throw unknownStatus(id, status)
    return unanswered(id, 'ended')
  }
  const error = at(batch, 'errors', 'data', 0)
  const reason = textAt(error, 'message') ?? 'the provider does not say why'
  const retryable = textAt(error, 'code') === 'token_limit_exceeded' // too much is waiting there: later there is room
  return new ProviderError(`batch ${id} was refused: ${reason}`, { retryable, mayBeCharged: false })
}
