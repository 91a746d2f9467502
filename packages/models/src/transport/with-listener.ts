import type { ModelRequest, ModelResponse } from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { withheldWords } from './accepted.ts'
import { wordTeller } from './teller.ts'

type Attempt = (signal: AbortSignal | undefined, tell: (piece: string) => void) => Promise<ModelResponse>

/** Runs one attempt and passes its text on to `onText`: no word of a key, nothing after its end. What `onText` throws aborts it. */
export async function withListener(
  { onText, signal }: ModelRequest,
  key: Secret | undefined,
  attempt: Attempt,
): Promise<ModelResponse> {
  if (onText === undefined) return attempt(signal, () => {})
  const teller = wordTeller(onText, withheldWords(key))
  const controller = new AbortController()
  let isOver = false
  const tell = (piece: string): void => {
    if (isOver) return
    try {
      teller.add(piece)
    } catch (error) {
      isOver = true
      controller.abort(error)
    }
  }
  try {
    const ending = AbortSignal.any([controller.signal, ...(signal ? [signal] : [])])
    const response = await attempt(ending, tell)
    if (!isOver) teller.end(response.text)
    return response
  } finally {
    isOver = true
  }
}
