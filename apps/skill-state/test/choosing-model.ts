// A model that chooses the skill `weigh` by its description, reads its guide, and gives the word that the guide has. It is a program
// and not a language model. KILLED: a file; while it is not there, the process ends by a kill after the choice.
import { existsSync, writeFileSync } from 'node:fs'
import { type JsonObject, type Model, promptText } from '@skill-state/protocol'

function decide(prompt: string): JsonObject {
  if (!prompt.includes('## Active skill: weigh')) {
    const [, skill = 'none'] = /- (\S+): Weighs fruit/.exec(prompt) ?? []
    return { state_patch: { skill }, action: { pin_reference: { name: 'fruit/weigh/guide.md' } } }
  }
  const { KILLED = '' } = process.env
  if (!existsSync(KILLED)) {
    writeFileSync(KILLED, '')
    process.kill(process.pid, 'SIGKILL')
  }
  if (prompt.includes('Cut it in two')) throw new Error('the instructions of another skill are shown')
  const answer = /Give the word/.test(prompt) ? /The word is (\w+)/.exec(prompt)?.[1] : undefined
  return {
    state_patch: {},
    action: { finish: { ok: answer !== undefined, answer: answer ?? '?', files: [] } },
  }
}

const model: Model = {
  id: 'choosing',
  async generate({ prompt }) {
    const text = `\`\`\`json\n${JSON.stringify(decide(promptText(prompt)))}\n\`\`\``
    return { text, finishReason: 'stop', usage: {}, model: 'choosing' }
  },
}

export default model
