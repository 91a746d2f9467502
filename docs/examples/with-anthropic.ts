import { runSkill } from '@skill-state/core'
import { recording, replay } from '@skill-state/models'
import { anthropic } from '@skill-state/models/anthropic'
import { openDesk, skill } from './_bags.ts'

// With a key the provider answers, and every response is kept. Without one the kept responses answer.
const folder = new URL('./recordings/anthropic', import.meta.url).pathname
const model = process.env.ANTHROPIC_API_KEY
  ? recording(anthropic({ model: 'claude-sonnet-5-5' }), folder)
  : replay(folder)

// The paper's form of answer: reasoning as text, then one block with the merge patch and the action.
const environment = openDesk()
for await (const step of runSkill({ skill, environment, model, seed: 0 })) {
  console.log(step.action, JSON.stringify(step.state))
  for (const { issues } of step.rejections) console.log('rejected:', issues[0]?.message)
}
console.log((await environment.outcome()).reward)
