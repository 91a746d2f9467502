import { readFileSync } from 'node:fs'
import {
  type Environment,
  type Model,
  type ModelRequest,
  promptText,
  type Runtime,
  type Turn,
} from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { world } from '../test/play.ts'
import { prompt } from './prompt.ts'
import { promptJson } from './prompt-json.ts'

interface Episode {
  readonly instructions: string
  readonly turns: readonly Turn[]
  readonly prompts: readonly string[]
}

const golden = JSON.parse(
  readFileSync(new URL('../test/golden/prompt.json', import.meta.url), 'utf8'),
) as Episode[]

async function run(instructions: string, environment: Environment, replies: readonly string[]) {
  const prompts: string[] = []
  const model: Model = {
    id: 'scripted',
    generate: async (request) => {
      const text = replies[prompts.length] ?? ''
      prompts.push(promptText(request.prompt))
      return { text, finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
  const skill = { name: 'demo', instructions, schema: {}, initialState: {} }
  const steps = await Array.fromAsync(prompt.run({ skill, environment, model, seed: 1 }))
  return { prompts, steps }
}

it('is a runtime', () => {
  expectTypeOf(prompt.run).toExtend<Runtime>()
})

describe('the contract of runtimes', () => {
  it.each(testRuntime({ runtime: prompt.run, reply: (action) => `Why.\nAction: ${action}` }))(
    '$name',
    async (check) => check.run(),
  )
})

it.each(golden)('shows Appendix A.1 as Python renders it', async ({ instructions, turns, prompts }) => {
  const environment = world(turns.map((turn) => turn.observation))
  const replies = turns.map((turn) => turn.response)
  const episode = await run(instructions, environment, replies)
  expect(episode.prompts).toEqual(prompts)
  expect(episode.steps.map((step) => step.action)).toEqual([
    'Store item_3 shelf_0',
    'Wait',
    'Ship item_3 shelf_0',
  ])
  expect(episode.steps[0]).not.toHaveProperty('state')
})

describe('the variant that answers in JSON', () => {
  const reply = (action: unknown): string => JSON.stringify({ reasoning: 'Why.', action })

  it.each(testRuntime({ runtime: promptJson.run, reply }))('$name', async (check) => check.run())

  it('asks for it, gives the model its schema, and says where each turn ends', async () => {
    const requests: ModelRequest[] = []
    const model: Model = {
      id: 'm',
      async generate(request) {
        requests.push(request)
        return { text: reply('go'), finishReason: 'stop', usage: {}, model: 'm' }
      },
    }
    const skill = { name: 'demo', instructions: 'P', schema: {}, initialState: {} }
    const input = { skill, environment: world(['a', 'b', 'c']), model, seed: 1 }
    const steps = await Array.fromAsync(promptJson.run(input))
    expect(steps[1]).toMatchObject({ reasoning: 'Why.', action: 'go', rejections: [] })
    const last = requests.at(-1)
    expect(last?.answerSchema).toMatchObject({ required: ['reasoning', 'action'] })
    expect(last?.prompt).toMatch(/one JSON object and nothing else[^\n]*$/)
    const [head = 0, first = 0, second = 0] = last?.cacheBreakpoints ?? []
    expect(last?.prompt.slice(0, head)).toBe('Instructions:\nP\n\nHistory:\n')
    expect(last?.prompt.slice(head, first)).toBe(`Observation: a\nReasoning & Action: ${reply('go')}\n`)
    expect(last?.prompt.slice(0, first)).toBe(requests[1]?.prompt.slice(0, first))
    expect(last?.prompt.slice(second)).toMatch(/^\nLatest Observation: c\n/)
  })
})

it('carries the last reply of a step that was asked again', async () => {
  const { prompts, steps } = await run('P', world(['a', 'b']), ['hm', 'ok\nAction: go', 'Action: stop'])
  expect(prompts[2]).toContain(
    'Observation: a\nReasoning & Action: ok\nAction: go\n\nLatest Observation: b\n',
  )
  expect(prompts[2]).not.toContain('hm')
  expect(steps[0]?.rejections).toHaveLength(1)
})

it('falls back to the no-op on empty commands and on replies without one, and gives up without a no-op', async () => {
  for (const replies of [['Action:', 'Action: ', 'Action: ``'], []]) {
    const { steps } = await run('P', world(['a'], { noop: 'Wait' }), replies)
    expect(steps).toMatchObject([{ action: 'Wait', fallback: true }])
  }
  await expect(run('P', world(['a']), [])).rejects.toMatchObject({ code: 'invalid-reply' })
})

it('carries the rejected reply of a step in which the no-op stood in', async () => {
  const environment = world(['a', 'b'], { noop: 'Wait' })
  const { prompts, steps } = await run('P', environment, ['Action:', 'Action: ', 'Action: ``', 'Action: go'])
  expect(steps[0]).toMatchObject({ fallback: true })
  expect(prompts[3]).toContain('Observation: a\nReasoning & Action: Action: ``\n\nLatest Observation: b\n')
})
