/** A call of a tool as a provider gives it. */
export interface NamedCall {
  readonly name: string
  /** The input as JSON; empty if there is none. */
  readonly input: string
}

/** How the text of a call begins, before its input: see `ModelRequest.tools`. */
export function callStart(name: string): string {
  return `{${JSON.stringify(name)}:`
}

/** Calls as the text of a reply: `{"<name>": <input>}`. Undefined if there are none. */
export function callText(calls: readonly NamedCall[]): string | undefined {
  if (calls.length === 0) return undefined
  return `{${calls.map(({ name, input }) => `${JSON.stringify(name)}:${input || '{}'}`).join(',')}}`
}
