import type { Issue, Model, SummaryView } from '@skill-state/protocol'
import { buildSummaryRequest } from './memory-prompt.ts'

export interface Summarised {
  /** The new summary, trimmed and cut to `maxChars`; undefined if the model wrote none. */
  readonly summary?: string | undefined
  /** Why there is no summary, or what was lost of it. */
  readonly notes: readonly Issue[]
}

/** Asks the model for a summary: its whole reply, trimmed. An empty reply or a refusal gives none. Errors of the model pass through. */
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

/**
 * The text cut to at most `longest` UTF-16 units: after a whole line if lines fill at least half of that, else after a whole word, else
 * within a word, but never within a surrogate pair.
 */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  // One unit more: if it is a blank, the word before it is whole.
  const head = text.slice(0, longest + 1)
  const line = head.lastIndexOf('\n')
  if (line * 2 >= longest) return head.slice(0, line).trimEnd()
  const word = head.search(/\s\S*$/)
  if (word > 0) return head.slice(0, word).trimEnd()
  const splits = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(head.slice(-2))
  return head.slice(0, splits ? -2 : -1)
}
