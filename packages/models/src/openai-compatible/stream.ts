import { at, listAt, textAt } from '../wire/at.ts'
import { known } from '../wire/known.ts'
import { cutOff } from '../wire/reply-body.ts'
import { contentOf } from './text.ts'

/**
 * The completion that a stream of chunks adds up to, in the form of a reply that is not streamed. Usage comes in the
 * last chunks, after the finish reason. `heard` is called with each piece of the reply. Throws `ProviderError` where
 * the stream ends without a finish reason.
 */
export async function wholeCompletion(chunks: AsyncIterable<unknown>, heard: () => void): Promise<unknown> {
  const message = { content: '', refusal: '', arguments: '' }
  let finishReason: unknown
  let rest: Readonly<Record<string, unknown>> = {}
  for await (const chunk of chunks) {
    const choice = at(chunk, 'choices', 0)
    if (append(message, at(choice, 'delta'))) heard()
    finishReason = at(choice, 'finish_reason') ?? finishReason
    rest = { ...rest, ...besideChoices(chunk) }
  }
  if (finishReason === undefined) throw cutOff()
  const { content, refusal } = message
  const call = { function: { arguments: message.arguments } }
  const tool_calls = message.arguments === '' ? [] : [call]
  return { ...rest, choices: [{ finish_reason: finishReason, message: { content, refusal, tool_calls } }] }
}

interface Parts {
  content: string
  refusal: string
  /** Of the first function that is called. */
  arguments: string
}

/** Adds the delta, and says whether it held anything, be it only reasoning. */
function append(message: Parts, delta: unknown): boolean {
  const content = contentOf(at(delta, 'content'))
  const refusal = textAt(delta, 'refusal') ?? ''
  const call = listAt(delta, 'tool_calls').find((part) => (at(part, 'index') ?? 0) === 0)
  const given = at(call, 'function', 'arguments') ?? at(delta, 'function_call', 'arguments') ?? ''
  const argument = typeof given === 'string' ? given : JSON.stringify(given)
  message.content += content
  message.refusal += refusal
  message.arguments += argument
  const reasoning = textAt(delta, 'reasoning_content') ?? textAt(delta, 'reasoning')
  return content !== '' || refusal !== '' || argument !== '' || reasoning !== undefined
}

/** What a chunk says of the whole: `null` stands for "not yet". */
function besideChoices(chunk: unknown): Readonly<Record<string, unknown>> {
  return known({
    model: textAt(chunk, 'model'),
    usage: at(chunk, 'usage') ?? undefined,
    timings: at(chunk, 'timings') ?? undefined,
    x_groq: at(chunk, 'x_groq') ?? undefined,
  })
}
