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

  /** The request for the user's answer to what the agent said. Adds nothing: the answer may fail to come. */
  ask(said: string, request: string): Pick<ModelRequest, 'cacheBreakpoints'> & { readonly prompt: string } {
    const text = this.text + turn('Agent', said)
    return { prompt: `${text}\n${request}`, cacheBreakpoints: [...this.ends, text.length] }
  }

  /** Adds what the agent said and what the user answered, in the model's own words. */
  add(said: string, reply: string): void {
    for (const part of [turn('Agent', said), turn('User', reply)]) {
      this.text += part
      this.ends.push(this.text.length)
    }
  }
}

const turn = (who: 'Agent' | 'User', words: string): string => `\n[${who}]\n${words}\n`
