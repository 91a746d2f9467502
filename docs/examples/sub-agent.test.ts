import { agent, memorySessions } from '@skill-state/agent'
import { honest, scripted } from '@skill-state/models'
import { expect, test } from 'vitest'
import { research } from './sub-agent.ts'

const state = { type: 'object', additionalProperties: false } as const
const act = (action: object): string => `\`\`\`json\n${JSON.stringify({ state_patch: {}, action })}\n\`\`\``

test('a tool asks another agent, and the parent sees its answer and its cost', async () => {
  const researcher = agent({
    model: honest(scripted([act({ reply: 'Forty-two.' })]), { words: ['Forty-two.'] }),
    instructions: 'Research.',
    state,
    tools: {},
  })
  const prompts: string[] = []
  const replies = [act({ research: { message: 'Why?' } }), act({ reply: 'Forty-two.' })]
  const parent = agent({
    model: honest(
      scripted(({ prompt }, call) => {
        prompts.push(prompt)
        return replies[call] ?? ''
      }),
    ),
    instructions: 'Answer.',
    state,
    tools: { research: research(researcher, memorySessions()) },
  })
  const session = await parent.open({ id: 'a' })
  for await (const _ of session.send('Why?'));
  expect(prompts[1]).toContain('\nResult: {"reply":"Forty-two.","cost":0}')
  expect(session.messages(1)).toEqual([{ by: 'agent', text: 'Forty-two.' }])
})
