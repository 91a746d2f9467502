/** A call of a tool as a provider gives it. */
export interface NamedCall {
  readonly name: string
  /** The input as JSON; empty if there is none. */
  readonly input: string
}

/** Calls, and the text beside them, as the text of a reply: see `ModelRequest.tools`. Undefined if there are no calls. */
export function callText(calls: readonly NamedCall[], text: string): string | undefined {
  if (calls.length === 0) return undefined
  const written = calls.map(({ name, input }) => `{${JSON.stringify(name)}:${input || '{}'}}`)
  return `{"calls":[${written.join(',')}]${text === '' ? '' : `,"text":${JSON.stringify(text)}`}}`
}
