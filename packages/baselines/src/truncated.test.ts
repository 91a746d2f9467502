import type { Runtime } from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { observations, play } from '../test/play.ts'
import { prompt } from './prompt.ts'
import { truncated } from './truncated.ts'

const to =
  (maxPromptChars: number): Runtime =>
  (input) =>
    truncated.run(input, { maxPromptChars })

const reply = (action: string): string => `Why.\nAction: ${action}`

describe('the contract of runtimes', () => {
  it.each(testRuntime({ runtime: truncated.run, reply }))('$name', async (check) => check.run())
})

describe('the contract of runtimes, without room for a turn', () => {
  it.each(testRuntime({ runtime: to(1), reply }))('$name', async (check) => check.run())
})

it('shows what Prompt shows, less the oldest turns', async () => {
  const script = { observations: observations(5) }
  const { prompts } = await play(prompt.run, script)
  const whole = prompts[4] ?? ''
  const turn = 'Observation: o0\nReasoning & Action: r0\nAction: a0\n'
  expect((await play(to(whole.length), script)).prompts[4]).toBe(whole)
  expect((await play(to(whole.length - 1), script)).prompts[4]).toBe(whole.replace(turn, ''))
})

it('has 1,800 characters by default', async () => {
  const { prompts } = await play(truncated.run, { observations: observations(100) })
  const turn = 'Observation: o99\nReasoning & Action: r99\nAction: a99\n'.length
  const longest = Math.max(...prompts.map((text) => text.length))
  expect(longest).toBeLessThanOrEqual(1800)
  expect(longest).toBeGreaterThan(1800 - turn)
})

it('keeps to the budget in code points, with the newest whole turns that fit and no other', async () => {
  const texts = fc.array(fc.string({ unit: 'binary-ascii', maxLength: 60 }), { minLength: 1, maxLength: 12 })
  const wide = fc.array(fc.constantFrom('\u{1F4E6}'.repeat(20), 'x', 'y'.repeat(200)), {
    minLength: 1,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(texts, wide), fc.integer({ min: 1, max: 800 }), async (shown, budget) => {
      const { prompts } = await play(to(budget), { observations: shown })
      const whole = await play(prompt.run, { observations: shown })
      for (const [step, text] of prompts.entries()) {
        const turns = shown
          .slice(0, step)
          .map((each, index) => `Observation: ${each}\nReasoning & Action: r${index}\nAction: a${index}\n`)
        const all = turns.join('')
        // Every choice of turns that keeps the newest ones, longest first: the first that fits is the right one.
        const choices = [...turns.keys(), turns.length].map((from) =>
          (whole.prompts[step] ?? '').replace(
            `History:\n${all}`,
            () => `History:\n${turns.slice(from).join('')}`,
          ),
        )
        expect(text).toBe(choices.find((choice) => Array.from(choice).length <= budget) ?? choices.at(-1))
      }
    }),
  )
})

it('rejects an invalid budget', async () => {
  await expect(play(to(0), { observations: ['o'] })).rejects.toMatchObject({ code: 'invalid-option' })
})
