import { testRuntime } from '@skill-state/protocol/conformance'
import { describe, expect, it } from 'vitest'
import { observations, play } from '../../test/play.ts'
import { messagesOf } from './carry-messages.ts'
import { clearToolResults } from './clear-tool-results.ts'
import { summariseAtThreshold } from './summarise-at-threshold.ts'
import { trim } from './trim.ts'

describe.each([clearToolResults, trim, summariseAtThreshold])(
  '$id keeps the contract of runtimes',
  ({ run }) => {
    it.each(testRuntime({ runtime: run, reply: (action) => `Why.\nAction: ${action}` }))(
      '$name',
      async (check) => check.run(),
    )
  },
)

/** The observations of turns that a prompt shows. */
const turnsIn = (prompt: string): string[] =>
  [...prompt.matchAll(/^Observation: (.*)$/gm)].map(([, text = '']) => text)

const script = { observations: observations(6), reply: () => `${'w'.repeat(200)}\nAction: go` }

it('makes turns the messages of an agent that calls one tool a step', () => {
  const messages = messagesOf([{ observation: 'o0', response: 'r0' }], 'o1')
  expect(messages.map(({ role, content }) => `${role} ${content as string}`)).toEqual([
    'user o0',
    'assistant r0',
    'tool o1',
  ])
  expect(messages[1]?.calls?.[0]?.id).toBe(messages[2]?.callId)
})

it('clears older observations above the budget, and no reply', async () => {
  const { prompts } = await play(
    (input) => clearToolResults.run(input, { maxPromptChars: 700, keep: 2 }),
    script,
  )
  // The first observation is the user's, and the newest kept one is the latest observation.
  expect(turnsIn(prompts[5] ?? '')).toEqual(['o0', '[cleared]', '[cleared]', '[cleared]', 'o4'])
  expect(prompts[5]?.match(/w{200}/g)).toHaveLength(5)
  const whole = await play((input) => clearToolResults.run(input, { maxPromptChars: 100_000 }), script)
  expect(turnsIn(whole.prompts[5] ?? '')).toEqual(['o0', 'o1', 'o2', 'o3', 'o4'])
})

it.each(['langchain', 'mastra'] as const)('trims to the newest messages, as %s does', async (follows) => {
  const { prompts } = await play((input) => trim.run(input, { maxPromptChars: 900, follows }), script)
  const shown = turnsIn(prompts[5] ?? '')
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.length).toBeLessThan(5)
  expect(shown.at(-1)).toBe('o4')
  const none = await play((input) => trim.run(input, { maxPromptChars: 1, follows }), script)
  expect(turnsIn(none.prompts[5] ?? '')).toEqual([])
  expect(none.prompts[5]).toContain('Latest Observation: o5')
})

it('takes results out of the transcript and leaves the replies, as the AI SDK does', async () => {
  const { prompts } = await play((input) => trim.run(input, { follows: 'ai-sdk', window: 3 }), script)
  expect(turnsIn(prompts[5] ?? '')).toEqual(['o0', '[not shown]', '[not shown]', '[not shown]', 'o4'])
})

it.each([
  ['langchain', 4, 2],
  ['anthropic', undefined, 0],
] as const)('summarises above the budget, and keeps what %s keeps', async (follows, keep, turns) => {
  const { prompts, requests } = await play(
    (input) =>
      summariseAtThreshold.run(input, {
        maxPromptChars: 800,
        follows,
        keep,
      }),
    script,
  )
  expect(requests.length).toBeGreaterThan(0)
  const after = prompts.findIndex((prompt) => !prompt.includes('Summarized History:\n\n'))
  expect(turnsIn(prompts[after] ?? '')).toHaveLength(turns)
})
