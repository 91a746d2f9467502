import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { MockMemory } from '@mastra/core/memory'
import type { SentRequest } from '@skill-state/agent/conformance'
import { expect, test } from 'vitest'
import { z } from 'zod'
// @boundaries-ignore the tests of both packages script one model of the AI SDK
import { scriptedModel, sentRequest } from '../../ai-sdk/test/scripted-model.ts'
import { stateProcessor } from './index.ts'

/** Counts what it is asked, in its state. */
function desk(sent: SentRequest[], more: { session?: string; memory?: MockMemory } = {}): Agent {
  const model = scriptedModel(
    async (prompt) => {
      const asked = Number(/"asked": ?(\d+)/.exec(prompt)?.[1]) + 1
      return JSON.stringify({ state_patch: { asked }, action: { reply: `Question ${asked}.` } })
    },
    (options) => sent.push(sentRequest(options)),
  )
  const skill = { state: z.object({ asked: z.number().default(0) }), onWarning: () => {} }
  const processor = stateProcessor({ skill, session: more.session })
  const inputProcessors = [processor]
  const agent = new Agent({
    id: 'desk',
    name: 'desk',
    instructions: 'Talk.',
    model: model as never,
    memory: more.memory,
    inputProcessors,
  })
  new Mastra({ agents: { agent }, logger: false })
  return agent
}

test('the thread of a call names the session', async () => {
  const sent: SentRequest[] = []
  const agent = desk(sent, { memory: new MockMemory() })
  const texts: string[] = []
  for (const thread of ['one', 'one', 'two']) {
    texts.push((await agent.generate('Hi', { memory: { thread, resource: 'ada' } })).text)
  }
  expect(texts).toEqual(['Question 1.', 'Question 2.', 'Question 1.'])
  const roles = sent.map(({ messages }) => messages.map(({ role }) => role).join(' '))
  expect(roles).toEqual(['system user', 'system user', 'system user'])
  expect(sent[1]?.messages[1]?.text).not.toContain('Question 1.')
})

test('a call without a thread has the session of the option, or is rejected in one line', async () => {
  expect((await desk([], { session: 'a' }).generate('Hi')).text).toBe('Question 1.')
  await expect(desk([]).generate('Hi')).rejects.toThrow('no session is named: call the agent with memory')
})
