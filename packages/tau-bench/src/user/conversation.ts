import type { ModelRequest } from '@skill-state/protocol'

/**
 * A chat rendered as one growing prompt: what the user was told, then each turn under who took it, then the request for
 * the next line. What earlier calls have sent stays where it was, and the places where it ends are cache breakpoints.
 */
export class Conversation {
  private text: string
  private readonly ends: number[]

  constructor(brief: string) {
    this.text = `${brief}\n\nThe conversation so far:\n`
    this.ends = [this.text.length]
  }

  /** Adds what the agent said and gives the request for the user's answer. */
  ask(said: string, request: string): Pick<ModelRequest, 'prompt' | 'cacheBreakpoints'> {
    this.add('Agent', said)
    return { prompt: `${this.text}\n${request}`, cacheBreakpoints: [...this.ends] }
  }

  /** Adds what the user answered, in the model's own words. */
  answered(reply: string): void {
    this.add('User', reply)
  }

  private add(who: 'Agent' | 'User', words: string): void {
    this.text += `\n[${who}]\n${words}\n`
    this.ends.push(this.text.length)
  }
}
