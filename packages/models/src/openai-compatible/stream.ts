import { known } from '@skill-state/protocol'
import type { Heard } from '../transport/transport.ts'
import { at, listAt, textAt } from '../values/at.ts'
import { cutOff } from '../wire/reply-body.ts'
import { contentOf, jsonOf } from './text.ts'

/**
 * The completion that a stream of chunks adds up to. Usage comes after the finish reason. `heard` is called for each piece of the reply or
 * of its reasoning. `named`: the request had tools. Throws `ProviderError` if there is no finish reason.
 */
export async function wholeCompletion(
  chunks: AsyncIterable<unknown>,
  heard: Heard,
  named = false,
): Promise<unknown> {
  const message = { content: '', refusal: '', arguments: '' }
  const calls = new Map<unknown, { readonly name: string; arguments: string }>()
  // With tools, a text is told and calls are not.
  let chosen: keyof Parts | undefined = named ? 'content' : undefined
  let finishReason: unknown
  let rest: Readonly<Record<string, unknown>> = {}
  for await (const chunk of chunks) {
    const choice = at(chunk, 'choices', 0)
    const delta = at(choice, 'delta')
    const parts = partsOf(delta)
    addCalls(calls, delta)
    for (const name of partNames) message[name] += parts[name]
    // The reply is what comes first.
    chosen ??= partNames.find((name) => parts[name] !== '')
    if (isReasoning(delta) || partNames.some((name) => parts[name] !== '')) heard(chosen && parts[chosen])
    finishReason = at(choice, 'finish_reason') ?? finishReason
    rest = { ...rest, ...besideChoices(chunk) }
  }
  if (finishReason === undefined) throw cutOff()
  const { content, refusal } = message
  const first = message.arguments === '' ? [] : [{ arguments: message.arguments }]
  const tool_calls = (named ? [...calls.values()] : first).map((call) => ({ function: call }))
  return { ...rest, choices: [{ finish_reason: finishReason, message: { content, refusal, tool_calls } }] }
}

const partNames = ['content', 'arguments', 'refusal'] as const

/** What a delta adds to a message. The arguments are those of the first function that is called. */
type Parts = Readonly<Record<(typeof partNames)[number], string>>

function partsOf(delta: unknown): Parts {
  const call = listAt(delta, 'tool_calls').find((part) => (at(part, 'index') ?? 0) === 0)
  return {
    content: contentOf(at(delta, 'content')),
    arguments: jsonOf(at(call, 'function', 'arguments') ?? at(delta, 'function_call', 'arguments')),
    refusal: textAt(delta, 'refusal') ?? '',
  }
}

/** Adds a delta to the calls of a stream, by their index. */
function addCalls(calls: Map<unknown, { readonly name: string; arguments: string }>, delta: unknown): void {
  for (const part of listAt(delta, 'tool_calls')) {
    const index = at(part, 'index') ?? 0
    const call = calls.get(index) ?? { name: textAt(part, 'function', 'name') ?? '', arguments: '' }
    call.arguments += jsonOf(at(part, 'function', 'arguments'))
    calls.set(index, call)
  }
}

function isReasoning(delta: unknown): boolean {
  return (textAt(delta, 'reasoning_content') ?? textAt(delta, 'reasoning')) !== undefined
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
