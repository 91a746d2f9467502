import { type Model, promptText, type Runtime } from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { world } from '../../test/play.ts'
import { toyModel } from '../../test/toy-model.ts'
import { prompt } from '../prompt.ts'
import { countCharacters } from '../turns/characters.ts'
import { llmlingua, runLlmlingua } from './llmlingua.ts'

const runtime =
  (maxPromptChars?: number): Runtime =>
  (input) =>
    llmlingua.run(input, { maxPromptChars })

const instructions = 'Keep the shelves in order.\nActions: Store, Ship, Wait.'

/** Says thirty times that something was stored, each time something else. */
const told = Array.from({ length: 30 }, (_, at) => `Success: Stored item_${at} on shelf_${(at * 7) % 30}. 👍`)

async function run(runtime: Runtime) {
  const prompts: string[] = []
  const model: Model = {
    id: 'scripted',
    generate: async (request) => {
      prompts.push(promptText(request.prompt))
      const text = `It is step ${prompts.length}, so I wait.\nAction: Wait`
      return { text, finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
  const skill = { name: 'demo', instructions, schema: {}, initialState: {} }
  const steps = await Array.fromAsync(runtime({ skill, environment: world(told), model, seed: 1 }))
  return { prompts, steps }
}

it('is a runtime', () => {
  expectTypeOf(llmlingua.run).toExtend<Runtime>()
})

describe('llmlingua', () => {
  // In 400 characters some of the suite's prompts show the history compressed, in 1 there is no room for it.
  describe.each([undefined, 400, 1])('keeps the contract of runtimes with a budget of %s', (budget) => {
    test.each(testRuntime({ runtime: runtime(budget), reply: (action) => `Why.\nAction: ${action}` }))(
      '$name',
      async (check) => check.run(),
    )
  })

  it('is the Prompt runtime if everything fits', async () => {
    expect(await run(runtime(100_000))).toEqual(await run(prompt.run))
  })

  it('shows A.1 with less history, within the budget, and says how', async () => {
    const whole = await run(prompt.run)
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

  it('shows the instructions and the newest observation whole if they exceed the budget', async () => {
    const { prompts, steps } = await run(runtime(10))
    expect(prompts[3]).toContain(
      `${instructions}\n\nHistory:\n\nLatest Observation: Success: Stored item_3 on `,
    )
    expect(steps[3]?.notes?.[0]?.message).toMatch(/^history left out, .* has 2\d\d of at most 10 characters$/)
  })

  it.each([0, 1.5, Number.NaN])('rejects a budget of %d', async (budget) => {
    await expect(run(runtime(budget))).rejects.toMatchObject({ code: 'invalid-option' })
  })
})

test.each([
  [{ granularity: 0.5 }, /^options of llmlingua: granularity: .*>=1$/],
  [{ granularity: Number.NaN }, /^options of llmlingua: granularity: .*NaN$/],
  [{ segmentSize: 0 }, /^options of llmlingua: segmentSize: .*>=1$/],
  [{ causalModel: 'gpt' }, 'options of llmlingua: causalModel: expected ngram@1 or gguf:FILE'],
])('rejects %j', async (options, message) => {
  const rejected = run((input) => llmlingua.run(input, options))
  await expect(rejected).rejects.toMatchObject({ code: 'invalid-option' })
  await expect(rejected).rejects.toThrow(message)
})

test('takes another model, and names it', async () => {
  const options = { attempts: 3, maxPromptChars: 600, granularity: 2, segmentSize: 100 }
  const { steps } = await run((input) => runLlmlingua(input, toyModel(), options))
  expect(steps.at(-1)?.notes?.[0]?.message).toContain(' by toy: ')
})
