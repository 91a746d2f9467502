// A model that follows a script, as a program and not a language model: the file SCRIPT lists actions. The state's `done`
// counts those that were taken, so a resumed run continues with the next.
import { appendFileSync, readFileSync } from 'node:fs'
import { type JsonObject, type Model, promptText } from '@skill-state/protocol'

const model: Model = {
  id: 'script',
  capabilities: {
    maxOutputTokens: 1_000,
    prices: { date: '2026-01-02', input: 10, output: 100, cacheRead: 1 },
  },
  async generate({ prompt }) {
    const { SCRIPT = '', PROMPTS } = process.env
    const actions: readonly JsonObject[] = JSON.parse(readFileSync(SCRIPT, 'utf8'))
    const text = promptText(prompt)
    if (PROMPTS !== undefined) appendFileSync(PROMPTS, `${text.length}\n`)
    const [, state = '{}'] = /Skill Execution State:\n```json\n(.*?)\n```/s.exec(text) ?? []
    const taken = Number(Object.values((JSON.parse(state) as { done?: JsonObject }).done ?? {}).at(-1) ?? 0)
    const decision = {
      state_patch: { done: { taken: String(taken + 1) } },
      action: actions[taken % actions.length],
    }
    return {
      text: `I follow the script.\n\n\`\`\`json\n${JSON.stringify(decision)}\n\`\`\``,
      finishReason: 'stop',
      usage: { inputTokens: 1_000, cachedInputTokens: 800, outputTokens: 10 },
      model: 'script',
    }
  },
}

export default model
