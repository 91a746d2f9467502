// A model that follows a script, as a program and not a language model: the file SCRIPT lists actions. The state's `done`
// counts those that were taken, so a resumed run continues with the next. NOTE_CHARS: each step notes so much instead.
import { appendFileSync, readFileSync } from 'node:fs'
import { type JsonObject, type Model, promptText } from '@skill-state/protocol'

const model: Model = {
  id: 'script',
  capabilities: {
    maxOutputTokens: 1_000,
    prices: { date: '2026-01-02', input: 10, output: 100, cacheRead: 1 },
  },
  async generate({ prompt }) {
    const { SCRIPT = '', PROMPTS, NOTE_CHARS } = process.env
    const actions: readonly JsonObject[] = JSON.parse(readFileSync(SCRIPT, 'utf8'))
    const text = promptText(prompt)
    if (PROMPTS !== undefined) appendFileSync(PROMPTS, `${text.length}\n`)
    const [, state = '{}'] = /Skill Execution State:\n```json\n(.*?)\n```/s.exec(text) ?? []
    const { done = {} } = JSON.parse(state) as { done?: JsonObject }
    const [key = '', value = 0] = Object.entries(done).at(-1) ?? []
    const taken = Number(/\d+/.exec(key)?.[0] ?? value)
    const note =
      NOTE_CHARS === undefined
        ? { taken: String(taken + 1) }
        : { [`step ${taken + 1}`]: 'x'.repeat(Number(NOTE_CHARS)) }
    const decision = { state_patch: { done: note }, action: actions[taken % actions.length] }
    return {
      text: `I follow the script.\n\n\`\`\`json\n${JSON.stringify(decision)}\n\`\`\``,
      finishReason: 'stop',
      usage: { inputTokens: 1_000, cachedInputTokens: 800, outputTokens: 10 },
      model: 'script',
    }
  },
}

export default model
