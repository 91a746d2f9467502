import { type Model, promptText } from '@skill-state/protocol'

/** A client as you may have it, whichever its provider. */
export interface Client {
  complete(
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<{ text: string; tokensIn: number; tokensOut: number }>
}

export function modelOf(client: Client): Model {
  return {
    id: 'my-client',
    capabilities: { maxOutputTokens: 4_000 },
    async generate({ prompt, signal }) {
      const { text, tokensIn, tokensOut } = await client.complete(promptText(prompt), signal)
      const usage = { inputTokens: tokensIn, outputTokens: tokensOut }
      return { text, usage, finishReason: 'stop', model: 'my-client' }
    },
  }
}
