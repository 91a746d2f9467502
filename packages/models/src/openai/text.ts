import { at, listAt, textAt } from './_at.ts'

/**
 * The reply of a response of the Responses API: the text of its messages, without the commentary that some models
 * write before the answer; else the arguments of its function call; else what it says in refusal.
 */
export function textOf(response: unknown): string {
  const items = listAt(response, 'output')
  const parts = items.filter(isAnswer).flatMap((item) => listAt(item, 'content'))
  const text = parts.map((part) => (at(part, 'type') === 'output_text' ? textAt(part, 'text') : '')).join('')
  if (text !== '') return text
  const call = items.find((item) => at(item, 'type') === 'function_call')
  return textAt(call, 'arguments') ?? refusalOf(response) ?? ''
}

/** What the model says in refusal, where it refuses. */
export function refusalOf(response: unknown): string | undefined {
  const parts = listAt(response, 'output').flatMap((item) => listAt(item, 'content'))
  const refusals = parts.filter((part) => at(part, 'type') === 'refusal')
  return refusals.length === 0 ? undefined : refusals.map((part) => textAt(part, 'refusal')).join('')
}

function isAnswer(item: unknown): boolean {
  return at(item, 'type') === 'message' && at(item, 'phase') !== 'commentary'
}
