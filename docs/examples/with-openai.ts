import { chooseEncoding, runSkill } from '@skill-state/core'
import { recording, replay } from '@skill-state/models'
import { openai } from '@skill-state/models/openai'
import { openDesk, skill } from './_bags.ts'

// With a key the provider answers, and every response is kept. Without one the kept responses answer.
const folder = new URL('./recordings/openai', import.meta.url).pathname
const model = process.env.OPENAI_API_KEY ? recording(openai({ model: 'gpt-5' }), folder) : replay(folder)

// Strict structured output cannot say "this key is left out", so a patch is a list of operations there.
const { encoding, enforcement } = chooseEncoding(skill, model)
console.log(encoding.name, enforcement.enforced, enforcement.dialect)

const environment = openDesk()
for await (const { action, patch, state } of runSkill(
  { skill, environment, model, seed: 0 },
  { patch: { encoding }, reply: { answer: 'json' } },
)) {
  console.log(action, JSON.stringify(patch), JSON.stringify(state))
}
console.log((await environment.outcome()).reward)
