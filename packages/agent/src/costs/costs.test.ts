import { layouts } from '@skill-state/core/layouts'
import { type Model, type ModelRequest, PromptCache } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AgentOptions, agent, tool } from '../index.ts'

const prices = { date: '2026-11-28', input: 2, cacheRead: 0.2, output: 8 }
const count = (text: string): number => Math.round(text.length / 4)

/** A model that looks something up, notes it and answers. Its provider has a cache and counts tokens. */
function counting(
  capabilities: Model['capabilities'] = { prices },
): Model & { readonly sent: ModelRequest[] } {
  const cache = new PromptCache(count)
  const sent: ModelRequest[] = []
  return {
    id: 'counting',
    capabilities,
    sent,
    async generate(request) {
      sent.push(request)
      const { input, cached } = cache.send(request)
      const patch = { facts: { [`fact_${(sent.length * 7) % 40}`]: `value ${sent.length}` } }
      const isNative = request.tools !== undefined
      const action = sent.length % 2 === 1 ? { look: { at: sent.length } } : { reply: 'Done.' }
      const text = isNative
        ? JSON.stringify({
            calls: [{ update_state: patch }, ...('look' in action ? [action] : [])],
            text: 'Done.',
          })
        : JSON.stringify({ state_patch: patch, action })
      const usage = {
        inputTokens: Math.round(input),
        cachedInputTokens: Math.round(cached),
        outputTokens: count(text),
      }
      return { text, finishReason: 'stop', usage, model: 'counting' }
    },
  }
}

type Given = Partial<Pick<AgentOptions<never, never>, 'layout'>>

function clerk(model: Model, { layout }: Given = {}) {
  return agent({
    model,
    layout,
    instructions: 'Look up what the user asks for, and note it.\n'.repeat(120),
    state: z.object({
      facts: z
        .record(z.string().max(10), z.string().max(20))
        .meta({ maxProperties: 60 })
        .default(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`fact_${at}`, 'nothing yet']))),
    }),
    tools: {
      look: tool({
        description: 'Looks a record up, by its number.',
        input: z.object({ at: z.int() }),
        execute: ({ at }) => `Record ${at}: ${'shipped, '.repeat(20)}`,
      }),
    },
    onWarning: () => {},
  })
}

test.each([undefined, 'calls'] as const)(
  'a session says what each part has used, with native form %s',
  async (native) => {
    const model = counting(native ? { prices, native } : { prices })
    const session = await clerk(model).open({ id: 'a' })
    for (let turn = 0; turn < 5; turn += 1) await session.ask('Next?')
    const { steps, calls, replies, parts } = session.spending()
    expect({ steps, calls, replies }).toEqual({ steps: 10, calls: 10, replies: 5 })
    const sent = [parts.tools, parts.schema, parts.instructions, parts.state, parts.observation]
    const sum = (name: 'tokens' | 'cachedTokens'): number =>
      sent.reduce((all, part) => all + (part[name] ?? 0), 0)
    expect(Math.abs(sum('tokens') - session.spent.inputTokens)).toBeLessThan(50) // each is rounded
    expect(Math.abs(sum('cachedTokens') - session.spent.cachedInputTokens)).toBeLessThan(50)
    expect(parts.reply.tokens).toBe(session.spent.outputTokens)
    expect(parts.observation.cachedTokens).toBe(0)
    for (const part of sent) expect(part.tokens).toBeGreaterThan(0)
    expect(parts.instructions.cachedTokens).toBeGreaterThan(0.7 * (parts.instructions.tokens ?? 0))
  },
)

test.each(['whole', 'auto'] as const)(
  'what a session takes is estimated from another one, with layout %s',
  async (name) => {
    const layout = name === 'auto' ? layouts.auto : undefined
    const model = counting()
    const made = clerk(model, { layout })
    const first = await made.open({ id: 'first' })
    for (let turn = 0; turn < 3; turn += 1) await first.ask('Next?')
    const estimate = made.estimate({ turns: 20, usual: [first.spending()] })
    const other = clerk(counting(), { layout })
    const second = await other.open({ id: 'second' })
    for (let turn = 0; turn < 20; turn += 1) await second.ask('Next?')
    const { spent } = second

    expect(estimate.calls).toBe(spent.calls)
    for (const name of ['inputTokens', 'cachedInputTokens', 'outputTokens'] as const)
      expect(Math.abs(estimate[name] / spent[name] - 1)).toBeLessThan(0.15)
    expect(estimate.line).toMatch(
      /^20 messages, about 40 calls: [\d,]+ tokens in \([\d,]+ from the cache\), [\d,]+ out, about \$[\d.]+; no call sends more than [\d,]+ characters$/,
    )
  },
)

test('with five earlier sessions an estimate has a range', async () => {
  const made = clerk(counting())
  const usual = []
  for (const turns of [1, 2, 3, 4, 5]) {
    const session = await made.open({ id: `turns-${turns}` })
    for (let turn = 0; turn < turns; turn += 1) await session.ask('Next?')
    usual.push(session.spending())
  }
  expect(made.estimate({ turns: 3, usual: usual.slice(1) }).range).toBeUndefined()
  const { calls, costUsd = 0, range, line } = made.estimate({ turns: 3, usual })
  expect(range?.share).toBeCloseTo(2 / 3, 12)
  expect(range?.calls).toEqual({ low: calls, high: calls }) // each message took two
  expect(range?.costUsd?.low).toBeLessThan(costUsd)
  expect(range?.costUsd?.high).toBeGreaterThan(costUsd)
  expect(line).toMatch(
    /^3 messages, about 6 calls \(6 to 6\): .* out, about \$[\d.]+ \(\$[\d.]+ to \$[\d.]+\); 67 % of such sessions lie in these ranges; no/,
  )
  expect(made.estimate({ turns: 3, calls: 8, usual }).range?.calls).toEqual({ low: 8, high: 8 })
})

test('the layouts are compared, and without a price no dollars are told', () => {
  const { layouts: costs, costUsd, line } = clerk(counting({})).estimate({ turns: 10 })
  expect(Object.keys(costs)).toEqual(['whole', 'auto', 'baseLog', 'overlay', 'stableFirst'])
  expect(costUsd).toBeUndefined()
  expect(line).not.toContain('$')
})

test('an estimate for no whole number of messages is rejected', () => {
  const made = clerk(counting())
  expect(() => made.estimate({ turns: 0 })).toThrow('turns: expected a whole number from 1, found 0')
  expect(() => made.estimate({ turns: 1, calls: 0.5 })).toThrow('calls: expected a whole number')
  expect(made.estimate({ turns: 1, calls: 7 }).calls).toBe(7)
})
