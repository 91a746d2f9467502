import type { Heard } from '../transport/transport.ts'
import { at, textAt } from '../values/at.ts'
import { cutOff } from '../wire/reply-body.ts'

const last: readonly unknown[] = ['response.completed', 'response.incomplete', 'response.failed']

/**
 * The response that a stream ends with. `heard` is called for pieces of the reply alone: a model that reasons may be silent for long
 * before. `named`: the request had tools. Throws `ProviderError` if the stream ends without a response.
 */
export async function finalResponse(
  events: AsyncIterable<unknown>,
  heard: Heard,
  named = false,
): Promise<unknown> {
  const pieceOf = createReader(named ? 'response.output_text.delta' : undefined)
  for await (const event of events) {
    const type = at(event, 'type')
    if (last.includes(type)) return at(event, 'response')
    const piece = pieceOf(event)
    if (piece !== undefined || (typeof type === 'string' && type.endsWith('.delta'))) heard(piece)
  }
  throw cutOff()
}

const pieces: readonly unknown[] = [
  'response.output_text.delta',
  'response.function_call_arguments.delta',
  'response.refusal.delta',
]

/**
 * Returns a function that reads the piece of the reply in each event. The reply is the text, the
 * arguments or the refusal, whichever comes first, or the one that is wanted `only`. It includes neither commentary nor a second function call.
 */
function createReader(only?: string): (event: unknown) => string | undefined {
  const commentary = new Set<unknown>()
  let chosen: unknown = only
  return (event) => {
    const type = at(event, 'type')
    const output = at(event, 'output_index')
    if (at(event, 'item', 'phase') === 'commentary') commentary.add(output)
    if (!pieces.includes(type) || commentary.has(output)) return undefined
    const source = type === 'response.function_call_arguments.delta' ? output : type
    chosen ??= source
    return chosen === source ? textAt(event, 'delta') : undefined
  }
}
