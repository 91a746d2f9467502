import type { Environment, Model, Runtime, Step } from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { countCharacters } from '../_characters.ts'
import { prompt } from '../prompt.ts'
import { toyModel } from './_toy-model.ts'
import { type LlmlinguaOptions, llmlingua } from './llmlingua.ts'
import { llmlingua2, type TokenClassifier } from './llmlingua-2.ts'

/** Keeps the beginning of a text. */
const beginning: TokenClassifier = {
  id: 'beginning',
  compress: async (text, rate) =>
    Array.from(text)
      .slice(0, Math.floor(rate * countCharacters(text)))
      .join(''),
}
const runtimes: readonly { name: string; runtime: (maxPromptChars?: number) => Runtime }[] = [
  { name: 'llmlingua', runtime: (maxPromptChars) => (input) => llmlingua(input, { maxPromptChars }) },
  {
    name: 'llmlingua-2',
    runtime: (maxPromptChars) => (input) => llmlingua2(input, { classifier: beginning, maxPromptChars }),
  },
]

const instructions = 'Keep the shelves in order.\nActions: Store, Ship, Wait.'

/** Says thirty times that something was stored, each time something else. */
function world(): Environment {
  let at = 0
  const observe = async () => ({
    text: `Success: Stored item_${at} on shelf_${(at * 7) % 30}. 👍`,
    done: at >= 30,
  })
  return {
    reset: observe,
    step: async () => {
      at += 1
      return observe()
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}

async function run(runtime: Runtime) {
  const prompts: string[] = []
  const model: Model = {
    id: 'scripted',
    generate: async (request) => {
      prompts.push(request.prompt)
      const text = `It is step ${prompts.length}, so I wait.\nAction: Wait`
      return { text, finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
  const skill = { name: 'demo', instructions, schema: {}, initialState: {} }
  const steps: Step[] = []
  for await (const step of runtime({ skill, environment: world(), model, seed: 1 })) steps.push(step)
  return { prompts, steps }
}

it('is a runtime', () => {
  expectTypeOf(llmlingua).toExtend<Runtime>()
})

describe.each(runtimes)('$name', ({ runtime }) => {
  // In 400 characters some of the suite's prompts show the history compressed, in 1 there is no room for it.
  describe.each([undefined, 400, 1])('keeps the contract of runtimes with a budget of %s', (budget) => {
    test.each(testRuntime({ runtime: runtime(budget), reply: (action) => `Why.\nAction: ${action}` }))(
      '$name',
      async (check) => check.run(),
    )
  })

  it('is the Prompt runtime where everything fits', async () => {
    expect(await run(runtime(100_000))).toEqual(await run(prompt))
  })

  it('shows A.1 with less history, within the budget, and says how', async () => {
    const whole = await run(prompt)
    const { prompts, steps } = await run(runtime(600))
    let compressed = 0
    for (const [index, text] of prompts.entries()) {
      const full = whole.prompts[index] ?? ''
      const head = `Instructions:\n${instructions}\n\nHistory:\n`
      const tail = full.slice(full.lastIndexOf('\nLatest Observation: '))
      expect(text.startsWith(head)).toBe(true)
      expect(text.endsWith(tail)).toBe(true)
      expect(countCharacters(text)).toBeLessThanOrEqual(600)
      const { notes } = steps[index] ?? {}
      if (text === full) expect(notes).toBeUndefined()
      else {
        compressed += 1
        const reached = `; the prompt has ${countCharacters(text)} of at most 600 characters`
        expect(notes?.[0]?.message).toMatch(/^history compressed at rate 0\.\d+ by [\w@]+/)
        expect(notes?.[0]?.message.endsWith(reached)).toBe(true)
        expect(countCharacters(text)).toBeGreaterThan(540)
      }
    }
    expect(compressed).toBeGreaterThan(20)
  })

  it('shows the instructions and the newest observation whole where they exceed the budget', async () => {
    const { prompts, steps } = await run(runtime(10))
    expect(prompts[3]).toContain(
      `${instructions}\n\nHistory:\n\nLatest Observation: Success: Stored item_3 on `,
    )
    expect(steps[3]?.notes?.[0]?.message).toMatch(/^history left out, .* has 2\d\d of at most 10 characters$/)
  })

  it.each([0, 1.5, Number.NaN])('refuses a budget of %d', async (budget) => {
    await expect(run(runtime(budget))).rejects.toMatchObject({ code: 'invalid-option' })
  })
})

test.each<[LlmlinguaOptions, string]>([
  [{ granularity: 0.5 }, 'granularity must be a number from 1, found 0.5'],
  [{ granularity: Number.NaN }, 'granularity must be a number from 1, found NaN'],
  [{ segmentSize: 0 }, 'segmentSize must be a whole number from 1, found 0'],
])('llmlingua refuses %j', async (options, message) => {
  const refused = run((input) => llmlingua(input, options))
  await expect(refused).rejects.toMatchObject({ code: 'invalid-option', message })
})

test('llmlingua takes another model, and names it', async () => {
  const { steps } = await run((input) => llmlingua(input, { model: toyModel(), maxPromptChars: 600 }))
  expect(steps.at(-1)?.notes?.[0]?.message).toContain(' by toy: ')
})
