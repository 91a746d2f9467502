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
