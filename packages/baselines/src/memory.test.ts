import type { Runtime } from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRequest, observations, play } from '../test/play.ts'
import { memory } from './memory.ts'

const with_ =
  (options: Parameters<typeof memory.run>[1]): Runtime =>
  (input) =>
    memory.run(input, options)

describe('the contract of runtimes', () => {
  it.each(testRuntime({ runtime: memory.run, reply: (action) => `Why.\nAction: ${action}` }))(
    '$name',
    async (check) => check.run(),
  )
})

describe('the contract of runtimes, summarising at each step', () => {
  const runtime = with_({ window: 0, cadence: 1 })
  const checks = testRuntime({
    runtime,
    reply: (action) => `Why.\nAction: ${action}`,
    asksForAction: (prompt) => prompt.startsWith('Instructions:\n'),
  })
  it.each(checks)('$name', async (check) => check.run())
})

it('shows three to five turns, and summarises three at a time', async () => {
  const { prompts, requests } = await play(memory.run, { observations: observations(12) })
  const shown = prompts.map((prompt) => numbersOf(prompt, /^Observation: o(\d+)$/gm))
  expect(shown.map((turns) => turns.length)).toEqual([0, 1, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5])
  expect(shown[6]).toEqual([3, 4, 5])
  expect(requests.map((request) => numbersOf(request, /^Observation: o(\d+)$/gm))).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ])
})

it('asks for a summary in its own words, to the character', async () => {
  const { prompts, requests } = await play(with_({ window: 1, cadence: 1, maxSummaryChars: 99 }), {
    observations: observations(4),
    summary: (index) => `  fact ${index}\n\nand **more**\n`,
  })
  expect(requests[1]).toBe(`Bring the summary of a task up to date: later steps see it in place of the turns.

Instructions:
P

Summary so far:
fact 0

and **more**

New turns:
Observation: o1
Response: r1
Action: a1

Keep every fact that a later step may need, and drop what no longer holds. Answer with the new summary only, in at most 99 characters.`)
  expect(prompts[3]).toContain('Summarized History:\nfact 1\n\nand **more**\n\nRecent History:\n')
})

it.each([
  ['an empty reply', ' \n', 'stop'],
  ['a refusal to answer', 'I cannot do that.', 'refusal'],
] as const)('keeps summary and turns on %s, says so, and asks again', async (found, text, finishReason) => {
  const script = { observations: observations(6), finishReason, summary: () => text }
  const { prompts, requests, steps } = await play(with_({ window: 1, cadence: 2 }), script)
  expect(requests).toHaveLength(3)
  expect(prompts[5]).toContain('Summarized History:\n\n\nRecent History:\nObservation: o0\n')
  expect(steps[5]?.notes).toMatchObject([{ message: expect.stringContaining(`found ${found}`) }])
  expect(steps[2]).not.toHaveProperty('notes')
})

it('cuts a summary that is too long, and says so', async () => {
  const { prompts, steps } = await play(with_({ window: 0, cadence: 1, maxSummaryChars: 12 }), {
    observations: observations(2),
    summary: () => 'shelf_0 holds item_3',
  })
  expect(prompts[1]).toContain('Summarized History:\nshelf_0\n\nRecent')
  expect(steps[1]?.notes).toEqual([{ path: '', message: 'the summary of 20 characters was cut to 7' }])
})

it("says that a summary stops at the model's limit", async () => {
  const script = { observations: observations(2), finishReason: 'length' as const }
  const { steps } = await play(with_({ window: 0, cadence: 1 }), script)
  expect(steps[1]?.notes).toMatchObject([{ message: expect.stringContaining('output limit') }])
})

it('loses no turn before it is summarised, whatever window, cadence and failures are', async () => {
  const options = fc.record({ window: fc.nat(5), cadence: fc.integer({ min: 1, max: 5 }) })
  const gaps = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(options, gaps, async ({ window, cadence }, fails) => {
      // A summary that names the turns it stands for.
      const summary = (index: number, request: string): string =>
        fails[index]
          ? ''
          : `seen ${numbersOf(request, /\bo(\d+)\b/g)
              .map((turn) => `o${turn}`)
              .join(' ')}`
      const runtime = with_({ window, cadence })
      const { prompts, requests } = await play(runtime, { observations: observations(15), summary })
      for (const [step, prompt] of prompts.entries()) {
        expect(isRequest(prompt)).toBe(false)
        expect(prompt).toContain(`Latest Observation: o${step}\n`)
        const known = new Set(numbersOf(prompt, /\bo(\d+)\b/g))
        expect([...known].sort((a, b) => a - b)).toEqual([...Array(step + 1).keys()])
        const shown = numbersOf(prompt, /^Observation: o(\d+)$/gm)
        expect(shown).toEqual(Array.from(shown, (_, index) => step - shown.length + index))
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(step, window))
        if (!fails.includes(true)) expect(shown.length).toBeLessThan(window + cadence)
      }
      const left = Math.max(0, Math.floor((14 - window) / cadence))
      if (!fails.includes(true)) expect(requests).toHaveLength(left)
    }),
  )
})

it.each([
  [{ window: -1 }, 'window'],
  [{ cadence: 0 }, 'cadence'],
  [{ maxSummaryChars: 1.5 }, 'maxSummaryChars'],
])('rejects %j', async (options, name) => {
  await expect(play(with_(options), { observations: ['o'] })).rejects.toMatchObject({
    code: 'invalid-option',
    message: expect.stringContaining(name),
  })
})

function numbersOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, number]) => Number(number))
}
