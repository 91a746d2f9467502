import { type Model, promptText } from '@skill-state/protocol'

/** A model behind the Chat Completions of OpenAI or of a server that speaks them. The key goes to that address alone. */
export function ownModel(address: string, name: string, key: string): Model {
  return {
    id: name,
    async generate({ prompt, signal }) {
      const response = await fetch(`${address.replace(/\/$/, '')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key !== '' && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model: name, messages: [{ role: 'user', content: promptText(prompt) }] }),
        signal: signal ?? null,
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(`${address}: ${answer.error?.message ?? response.status}`)
      const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = answer.usage ?? {}
      const text: string = answer.choices?.[0]?.message?.content ?? ''
      return { text, usage: { inputTokens, outputTokens }, finishReason: 'stop', model: name }
    },
  }
}
