export interface Verdict {
  readonly accepted: boolean
  readonly text: string
}

export function accept(text: string): Verdict {
  return { accepted: true, text: `Success: ${text}` }
}

export function refuse(reason: string): Verdict {
  return { accepted: false, text: `Error: ${reason}` }
}

/** What is wrong with an action that could not be read. It quotes nothing: an action that comes back would be a memory. */
export function tellUnreadable(verbs: string): string {
  return `that is not an action. Use ${verbs} exactly as in the instructions.`
}
