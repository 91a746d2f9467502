import { promptText } from '@skill-state/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agent } from '../../index.ts'
import { MAX_RETRY_CHARS, retryPrompt } from './retry-prompt.ts'

/** Thirteen tools, as a model that is held to a schema sees them. */
const tools = Object.fromEntries(
  [
    'refund',
    'find',
    'cancel',
    'book',
    'move',
    'pay',
    'rate',
    'ask',
    'list',
    'open',
    'shut',
    'lock',
    'send',
  ].map((name) => [
    name,
    {
      description: `It can ${name}.`,
      input: z.object({ id: z.string().max(8), amount: z.number().min(1) }),
      execute: () => 'ok',
    },
  ]),
)

const state = z.object({
  status: z.enum(['open', 'late', 'lost']).default('open').describe('Where the order is.'),
  customer: z.string().max(40).default(''),
})

/** What a model is asked after each of its replies. */
async function retriesAfter(replies: readonly string[]): Promise<readonly string[]> {
  const prompts: string[] = []
  const desk = agent({
    model: {
      id: 'm',
      generate: async ({ prompt }) => {
        prompts.push(promptText(prompt))
        const text = replies[prompts.length - 1] ?? 'Sorry.'
        return { text, finishReason: 'stop', usage: {}, model: 'm' }
      },
    },
    instructions: 'Help.',
    state,
    tools,
  })
  const session = await desk.open({ id: 'a' })
  await Array.fromAsync(session.send('Refund W9.'))
  const { certificate } = desk
  for (const prompt of prompts) {
    expect(prompt.length).toBeLessThanOrEqual(certificate.bounded ? certificate.promptChars : 0)
  }
  return prompts.slice(1).map((prompt) => prompt.slice(prompt.indexOf('Your last reply was refused')))
}

test('a wrong input is judged by the tool that it names, and the whole input of the tool is shown', async () => {
  const action = { refund: { id: 'W1009-XK-7', amount: 0, note: 'x' } }
  const [asked = ''] = await retriesAfter([JSON.stringify({ state_patch: {}, action })])
  expect(asked.match(/^- \/action\/refund.*$/gm)).toHaveLength(3)
  expect(asked).not.toContain('find')
  expect(asked).toContain(
    '- /action/refund: {\n>   id: string // at most 8 characters\n>   amount: number // ≥ 1\n> }',
  )
  expect(asked).toContain(
    `> {"state_patch":{},"action":{"refund":{"id":"W1009-XK-7","amount":0,"note":"x"}}}`,
  )
})

test('an unknown tool gives one reason, with the tools that there are', async () => {
  const [asked = ''] = await retriesAfter(['{"state_patch": {}, "action": {"refnd": {"id": "W9"}}}'])
  expect(asked.match(/^- .*$/gm)).toEqual([
    expect.stringContaining('there is no action "refnd": expected one of refund, find'),
  ])
})

test('a patch that breaks a rule is shown the whole rule', async () => {
  const [asked = ''] = await retriesAfter(['{"state_patch": {"status": "gone"}, "action": {"reply": "Hm."}}'])
  expect(asked).toContain('- /status: "open" | "late" | "lost" // Where the order is.; default "open"')
})

test('what is added has a bound, and no text in it begins a line', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 }).map((each) => `${each}\n`.repeat(40))
  const rules = { state: { type: 'object', properties: {} }, actions: { type: 'object', properties: {} } }
  fc.assert(
    fc.property(
      fc.array(fc.record({ path: text, message: text }), { maxLength: 12 }),
      text,
      (issues, reply) => {
        const added = promptText(retryPrompt('', { mistake: 'schema', issues }, reply, rules))
        expect(added.length).toBeLessThanOrEqual(MAX_RETRY_CHARS)
        const own =
          /^(?:|> .*|>|- .*|Your last reply was refused.*|Reasons:|What is expected:|Give your whole reply.*)$/
        for (const line of added.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)) expect(line).toMatch(own)
      },
    ),
    { numRuns: 300 },
  )
})

test('gives 6 reasons and 2 rules, and leaves all but the last message as it is', () => {
  const rules = {
    state: { type: 'object', properties: { a: {}, b: {}, c: {} } },
    actions: { type: 'object' },
  }
  const issues = Array.from({ length: 9 }, (_, at) => ({
    path: `/${'abc'[at % 3]}`,
    message: 'x'.repeat(400),
  }))
  const lines = promptText(retryPrompt('P', { issues } as never, 'r'.repeat(700), rules)).split('\n')
  expect(lines[0]).toBe('P')
  const reasons = lines.slice(lines.indexOf('Reasons:') + 1, lines.indexOf('What is expected:'))
  expect(reasons.filter((line) => line.startsWith('- '))).toHaveLength(6)
  expect(lines.slice(lines.indexOf('What is expected:') + 1, -1)).toHaveLength(2)
  const empty = promptText(retryPrompt('P', { issues: [] } as never, ' \n', rules))
  expect(empty).toContain('\n> (empty)\n')
  expect(empty).not.toContain('What is expected:')
  const messages = retryPrompt(
    [
      { role: 'system', text: 'S' },
      { role: 'user', text: 'U' },
    ],
    { issues } as never,
    'r',
    rules,
  )
  expect((messages as readonly { text: string }[]).map(({ text }) => text.split('\n')[0])).toEqual(['S', 'U'])
})
