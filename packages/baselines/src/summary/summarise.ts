import type { Issue, Model, SummaryView } from '@skill-state/protocol'
import { cut } from './_cut.ts'
import { buildSummaryRequest } from './summary-request.ts'

export interface Summarised {
  /** The new summary, trimmed and cut to `maxChars`; undefined if the model wrote none. */
  readonly summary?: string | undefined
  /** Why there is no summary, or what was lost of it. */
  readonly notes: readonly Issue[]
}

/**
 * Asks the model for a summary: one call, which the harness counts like any other. The whole reply, trimmed, is the
 * summary. An empty reply or a refusal gives no summary. Errors of the model pass through.
 */
export async function summarise(
  model: Model,
  view: SummaryView,
  signal: AbortSignal | undefined,
): Promise<Summarised> {
  const { text, finishReason } = await model.generate({ prompt: buildSummaryRequest(view), signal })
  const written = text.trim()
  if (written === '' || finishReason === 'refusal') {
    const found = written === '' ? 'an empty reply' : 'a refusal to answer'
    return {
      notes: [note(`expected a summary, found ${found}: the turns stay in the window until there is one`)],
    }
  }
  const { maxChars = Number.POSITIVE_INFINITY } = view
  const summary = cut(written, maxChars)
  const notes = [
    ...(finishReason === 'length' ? [note("the summary stops at the model's output limit")] : []),
    ...(summary === written
      ? []
      : [note(`the summary of ${written.length} characters was cut to ${summary.length}`)]),
  ]
  return { summary, notes }
}

function note(message: string): Issue {
  return { path: '', message }
}
