import {
  type Action,
  type Environment,
  type Issue,
  type JsonObject,
  type Model,
  type ModelRequest,
  promptText,
  type Runtime,
  type Skill,
} from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { compileSkill } from './compile-skill.ts'
import { answerSchema } from './encodings/answer-schema.ts'
import type { Transition } from './guard.ts'
import { buildMessages, buildPrompt, promptHead, withReasons } from './prompt.ts'
import { runSkill } from './run-skill.ts'
import { State } from './state/state.ts'

const skill: Skill = {
  name: 'counter',
  instructions: 'Count.',
  schema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  initialState: { count: 0 },
}

interface World extends Environment {
  readonly executed: Action[]
}

/** Ends after `horizon` steps, whatever the actions. */
function world(horizon: number, more: Partial<Environment> = {}): World {
  const executed: Action[] = []
  return {
    executed,
    reset: async () => ({ text: 'event 0', done: false }),
    step: async (action) => {
      executed.push(action)
      return { text: `done\nevent ${executed.length}`, done: executed.length >= horizon }
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {
      throw new Error('a runtime never closes the environment')
    },
    ...more,
  }
}

function scripted(replies: readonly string[]): Model & { readonly prompts: string[] } {
  const prompts: string[] = []
  return {
    id: 'scripted',
    prompts,
    generate: async ({ prompt }) => {
      const text = replies[prompts.length] ?? ''
      prompts.push(promptText(prompt))
      return { text, finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
}

const reject = (no: boolean): Issue[] => (no ? [{ path: '', message: 'no' }] : [])

const reply = (patch: unknown, action: unknown): string =>
  `Because of a secret.\n\`\`\`json\n${JSON.stringify({ state_patch: patch, action })}\n\`\`\``

async function run(replies: readonly string[], environment: Environment, options = {}) {
  const model = scripted(replies)
  const steps = await Array.fromAsync(runSkill({ skill, environment, model, seed: 1 }, options))
  return { steps, prompts: model.prompts }
}

it('is a runtime', () => {
  expectTypeOf(runSkill).toExtend<Runtime>()
})

describe('the contract of runtimes', () => {
  const checks = testRuntime({ runtime: runSkill, reply: (action) => reply({ note: action }, action) })
  it.each(checks)('$name', async (check) => check.run())
})

describe('an episode', () => {
  it('shows the model P, Σ_t and O_t, and nothing else', async () => {
    const { steps, prompts } = await run(
      [reply({ count: 1, seen: ['a'] }, ' go '), reply({ seen: null }, 'stop')],
      world(2),
    )
    const states: JsonObject[] = [{ count: 0 }, { count: 1, seen: ['a'] }]
    const observations = ['event 0', 'done\nevent 1']
    expect(prompts).toEqual(states.map((state, t) => buildPrompt(skill, state, observations[t] ?? '')))
    expect(prompts.join()).not.toContain('secret')
    expect(steps[0]).toEqual({
      index: 0,
      observation: 'event 0',
      reasoning: 'Because of a secret.',
      patch: { count: 1, seen: ['a'] },
      action: 'go',
      rejections: [],
      fallback: false,
      state: expect.any(State),
      result: { text: 'done\nevent 1', done: false },
    })
    expect(steps.map(({ state }) => state?.toJSON())).toEqual([{ count: 1, seen: ['a'] }, { count: 1 }])
  })

  it('leaves the skill and earlier snapshots as they were', async () => {
    const replies = [1, 2, 3].map((count) => reply({ count, map: { [`k${count}`]: count } }, 'go'))
    const { steps } = await run(replies, world(3))
    expect(skill.initialState).toEqual({ count: 0 })
    expect(steps.map((step) => Object.keys(step.state?.toJSON().map ?? {}))).toEqual([
      ['k1'],
      ['k1', 'k2'],
      ['k1', 'k2', 'k3'],
    ])
  })

  it('does nothing if the environment is done at once', async () => {
    const environment = world(1, { reset: async () => ({ text: 'over', done: true }) })
    expect(await run([], environment)).toEqual({ steps: [], prompts: [] })
  })
})

describe('rejected replies', () => {
  const bad = reply({ count: 'one' }, 'go')

  it('asks again with the reasons, and heals', async () => {
    const environment = world(1)
    const { steps, prompts } = await run([bad, '', reply({ count: 1 }, 'go')], environment)
    const prompt = buildPrompt(skill, { count: 0 }, 'event 0')
    const rejections = steps[0]?.rejections ?? []
    expect(rejections).toEqual([
      {
        mistake: 'schema',
        issues: [{ path: '/count', message: 'expected type integer, found the string "one"' }],
      },
      { mistake: 'syntax', issues: [{ path: '', message: expect.stringContaining('found an empty reply') }] },
    ])
    expect(prompts).toEqual([prompt, ...rejections.map(({ issues }) => withReasons(prompt, issues))])
    expect(environment.executed).toEqual(['go'])
  })

  it('falls back to the no-op with the state untouched', async () => {
    const environment = world(2, { noop: 'Wait' })
    const { steps } = await run([bad, bad, bad, reply({ count: 5 }, 'go')], environment)
    expect(steps[0]).toMatchObject({ action: 'Wait', fallback: true })
    expect(steps[0]?.state?.toJSON()).toEqual({ count: 0 })
    expect(steps[0]).not.toHaveProperty('patch', expect.anything())
    expect(steps[0]?.rejections).toHaveLength(3)
    expect(steps[0]?.reasoning).toBe('Because of a secret.')
    expect(steps[1]).toMatchObject({ action: 'go', fallback: false })
    expect(steps[1]?.state?.toJSON()).toEqual({ count: 5 })
    expect(environment.executed).toEqual(['Wait', 'go'])
  })

  it('says what kind of mistake each was', async () => {
    const keep = {
      name: 'keep',
      mistake: 'overwrite',
      check: ({ patch }: Transition) => reject(patch.count === 2),
    } as const
    const rule = { name: 'rule', check: ({ patch }: Transition) => reject(patch.count === 3) }
    const replies = [
      '',
      bad,
      reply({ count: 2 }, 'go'),
      reply({ count: 3 }, 'go'),
      reply({}, ''),
      reply({}, 'go'),
    ]
    const { steps } = await run(replies, world(1), {
      reply: { attempts: 6 },
      patch: { guards: [keep, rule] },
    })
    expect(steps[0]?.rejections.map(({ mistake }) => mistake)).toEqual([
      'syntax',
      'schema',
      'overwrite',
      'rule',
      'action',
    ])
  })

  it('lists the reasons of patch and action together', async () => {
    const { steps } = await run([reply({ count: 0.5 }, ' '), reply({}, 'go')], world(1))
    expect(steps[0]?.rejections[0]?.issues.map((issue) => issue.message)).toEqual([
      'expected type integer, found the number 0.5',
      'expected an action that is a command as text, found the string " "',
    ])
  })

  it('throws invalid-patch if there is no no-op', async () => {
    const environment = world(1)
    await expect(run([bad, bad, bad], environment)).rejects.toMatchObject({
      code: 'invalid-patch',
      message: expect.stringMatching(
        /^no patch and action passed after 3 attempts, last reason: \/count: expected/,
      ),
    })
    expect(environment.executed).toEqual([])
  })

  it('falls back to the no-op if nothing could be read, and throws invalid-reply without one', async () => {
    const environment = world(2, { noop: 'Wait' })
    const { steps } = await run(['', 'x', '{', reply({ count: 5 }, 'go')], environment)
    expect(steps[0]).toMatchObject({ action: 'Wait', fallback: true, reasoning: '' })
    expect(steps[0]?.rejections.map(({ mistake }) => mistake)).toEqual(['syntax', 'syntax', 'syntax'])
    expect(steps[0]?.state?.toJSON()).toEqual({ count: 0 })
    expect(environment.executed).toEqual(['Wait', 'go'])
    await expect(run(['', 'x', '{'], world(1))).rejects.toMatchObject({ code: 'invalid-reply' })
  })

  it('takes the number of attempts, and rejects none at all', async () => {
    await expect(run([bad], world(1), { reply: { attempts: 1 } })).rejects.toThrow(/after 1 attempt,/)
    for (const options of [{ reply: { attempts: 0 } }, { observation: { maxChars: -1 } }]) {
      const untouched = world(1, {
        reset: async () => {
          throw new Error('the world was touched')
        },
      })
      await expect(run([], untouched, options)).rejects.toMatchObject({ code: 'invalid-option' })
    }
  })
})

describe("answer: 'json'", () => {
  const json = (patch: unknown, action: unknown): string =>
    JSON.stringify({ reasoning: 'Because.', state_patch: patch, action })

  it('asks for one JSON object, and gives the model its schema', async () => {
    const requests: ModelRequest[] = []
    const model: Model = {
      id: 'm',
      async generate(request) {
        requests.push(request)
        return { text: json({ count: 1 }, 'go'), finishReason: 'stop', usage: {}, model: 'm' }
      },
    }
    const input = { skill, environment: world(1), model, seed: 1 }
    const steps = await Array.fromAsync(runSkill(input, { reply: { answer: 'json' } }))
    expect(requests[0]).toEqual({
      prompt: buildPrompt(skill, { count: 0 }, 'event 0', { answer: 'json' }),
      cacheBreakpoints: [promptHead(skill).length],
      answerSchema: answerSchema(compileSkill(skill)),
    })
    expect(steps[0]).toMatchObject({ reasoning: 'Because.', patch: { count: 1 }, action: 'go' })
  })
})

describe("answer: 'native'", () => {
  const parameters: JsonObject = {
    type: 'object',
    properties: { by: { type: 'number' } },
    required: ['by'],
    additionalProperties: false,
  }
  const tools = [
    { name: 'go', description: 'Goes.', parameters },
    { name: 'end', description: 'Ends.', parameters: { type: 'string' } },
  ]
  const callable = (told: unknown[]): Environment =>
    world(1, {
      actionSchema: {
        type: 'object',
        properties: { go: parameters, end: { type: 'string' } },
        additionalProperties: false,
      },
      tools,
      several: { max: 2, runs: () => 'at-once' },
      step: async (action, options) => {
        told.push(action, options?.source)
        return { text: '', done: true }
      },
    })
  const calls = (...each: readonly string[]): string => `{"calls":[${each.join()}],"text":"Because."}`

  async function play(replies: readonly string[]) {
    const [requests, told]: [ModelRequest[], unknown[]] = [[], []]
    const model: Model = {
      id: 'm',
      async generate(request) {
        requests.push(request)
        return { text: replies[requests.length - 1] ?? '', finishReason: 'stop', usage: {}, model: 'm' }
      },
    }
    const input = { skill, environment: callable(told), model, seed: 1 }
    const options = { reply: { answer: 'native', prompt: 'messages', attempts: 7 } } as const
    const steps = await Array.fromAsync(runSkill(input, options))
    return { requests, told, steps }
  }

  it('sends tools with their own schemas and one that writes the state, and reads both from the calls', async () => {
    const replies = [
      '',
      'I go.',
      '{"calls":[{"go":{"by":1}',
      calls('{"update_state":{}}', '{"update_state":{}}', '{"go":{"by":1}}'),
      calls('{"go":{"by":"a"}}'),
      calls('{"go":{"by":1}}', '{"go":{"by":2}}', '{"go":{"by":3}}'),
      calls('{"update_state":{"count":1}}', '{"go":{"by":250.0}}'),
    ]
    const { requests, told, steps } = await play(replies)
    const form = { answer: 'native', action: 'json' } as const
    const [system, user] = buildMessages(skill, { count: 0 }, 'event 0', form)
    const compiled = compileSkill(skill)
    expect(requests[0]).toEqual({
      prompt: [system, user],
      cacheBreakpoints: [system.text.length],
      tools: [
        tools[0],
        {
          ...tools[1],
          parameters: {
            type: 'object',
            properties: { value: { type: 'string' } },
            required: ['value'],
            additionalProperties: false,
          },
        },
        {
          name: 'update_state',
          description: expect.any(String),
          parameters: compiled.options.encoding.patchSchema(compiled.schema),
        },
      ],
    })
    expect(user.text).toBe('Skill Execution State:\n```json\n{"count":0}\n```\nLatest Observation: event 0')
    expect(requests[1]?.prompt[0]).toEqual(system)
    expect(steps[0]?.rejections.map(({ issues }) => issues[0]?.message)).toEqual([
      'expected calls of tools, found an empty reply',
      'expected calls of tools, found a text',
      'expected calls of tools, found a text',
      'expected one call of update_state, found 2',
      expect.stringContaining('number'),
      'expected 2 at most in one step, found 3: make the others later',
    ])
    expect(told).toEqual([{ go: { by: 250 } }, '{"go":{"by":250.0}}'])
    expect(steps[0]).toMatchObject({
      reasoning: 'Because.',
      patch: { count: 1 },
      action: { go: { by: 250 } },
    })
  })

  it.each([
    [
      [calls('{"go":{"by":1}}', '{"go":{"by":2}}')],
      [{ go: { by: 1 } }, undefined, { go: { by: 2 } }, undefined],
    ],
    [[calls('{"end":{"value":"Over."}}')], [{ end: 'Over.' }, undefined]],
    [
      [calls('{"update_state":{"count":3}}'), calls('{"end":{"value":"x"}}')],
      [{ end: 'x' }, undefined],
    ],
  ])('executes the calls of %j', async (replies, wanted) => {
    const { told, steps } = await play(replies)
    expect(told).toEqual(wanted)
    expect(steps).toHaveLength(replies.length)
  })

  it('needs an environment with tools', async () => {
    await expect(run([], world(1), { reply: { answer: 'native' } })).rejects.toMatchObject({
      code: 'invalid-option',
    })
  })
})

it('hands the environment the text of a JSON action', async () => {
  const told: unknown[] = []
  const environment = world(1, {
    actionSchema: { type: 'object' },
    step: async (action, options) => {
      told.push(action, options)
      return { text: '', done: true }
    },
  })
  const { prompts, steps } = await run(['{"state_patch": {}, "action": {"pay": 250.0}}'], environment)
  expect(told).toEqual([{ pay: 250 }, { source: '{"pay": 250.0}' }])
  expect(steps[0]?.actionSource).toBe('{"pay": 250.0}')
  expect(prompts[0]).toContain('"action": { <object: the exact action')
})

describe('an environment with an actionSchema', () => {
  const actionSchema = { type: 'object', properties: { name: { const: 'go' }, to: {} }, required: ['name'] }

  it('takes JSON actions that pass, nulls included', async () => {
    const environment = world(1, { actionSchema })
    await run([reply({}, 'go'), reply({}, { name: 'fly' }), reply({}, { name: 'go', to: null })], environment)
    expect(environment.executed).toEqual([{ name: 'go', to: null }])
  })

  it('says so if the schema does not compile', async () => {
    const environment = world(1, { actionSchema: { type: 'banana' } })
    await expect(run([], environment)).rejects.toMatchObject({ code: 'environment-failed' })
  })
})

describe('a patch that deletes what is not there', () => {
  it('is taken, and the step says so', async () => {
    const { steps } = await run([reply({ count: 1, note: null }, 'go'), reply({}, 'go')], world(2))
    expect(steps[0]?.notes).toEqual([{ path: '/note', message: expect.stringContaining('not there') }])
    expect(steps[1]).not.toHaveProperty('notes', expect.anything())
  })
})

describe("commit: 'after-accept'", () => {
  const rejecting = (refused: readonly number[]): World => {
    let step = 0
    return world(3, {
      step: async () => {
        step += 1
        return { text: `event ${step}`, done: step === 3, ...(refused.includes(step) && { refused: true }) }
      },
    })
  }
  const replies = [
    reply({ count: 1, map: { a: 1, b: { c: 2 } } }, 'one'),
    reply({ count: 2 }, 'two'),
    reply({}, 'three'),
  ]

  it('undoes the patch of a rejected action, and tells the model what is in doubt', async () => {
    const { steps, prompts } = await run(replies, rejecting([1]), { commit: 'after-accept' })
    expect(steps.map(({ state }) => state?.toJSON().count)).toEqual([0, 2, 2])
    expect(steps[0]?.rolledBack).toEqual(['/count', '/map/a', '/map/b/c'])
    expect(steps[0]?.result).toEqual({ text: 'event 1', done: false, refused: true })
    const shown =
      '[The action was refused, so your state patch was undone. In doubt: /count, /map/a, /map/b/c]\nevent 1'
    expect(prompts[1]).toBe(buildPrompt(skill, { count: 0 }, shown))
    expect(steps[1]?.observation).toBe(shown)
    expect(steps[1]).not.toHaveProperty('rolledBack', expect.anything())
  })

  it('says so first and briefly, and nothing if there was nothing to undo', async () => {
    const map = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`key_number_${at}`, at]))
    const options = { commit: 'after-accept', observation: { maxChars: 400 } } as const
    const { steps } = await run(
      [reply({ map }, 'one'), reply({}, 'two'), reply({}, 'x')],
      rejecting([1, 2]),
      options,
    )
    expect(steps[1]?.observation).toMatch(
      /^\[The action was refused, so your state patch was undone\. In doubt: /,
    )
    expect(steps[0]?.rolledBack).toHaveLength(60)
    expect(steps[2]?.observation).toBe('event 2')
    expect(steps[1]).not.toHaveProperty('rolledBack', expect.anything())
  })

  it('is not the default', async () => {
    const { steps, prompts } = await run(replies, rejecting([1, 2]))
    expect(steps.map(({ state }) => state?.toJSON().count)).toEqual([1, 2, 2])
    expect(prompts.join()).not.toContain('In doubt')
  })
})

it('shows the model no more of an observation than the cap', async () => {
  const environment = world(1, { reset: async () => ({ text: 'x'.repeat(5_000), done: false }) })
  const { steps, prompts } = await run([reply({}, 'go')], environment, { observation: { maxChars: 200 } })
  expect(steps[0]?.observation).toHaveLength(200)
  expect(prompts[0]).toBe(buildPrompt(skill, { count: 0 }, steps[0]?.observation ?? ''))
})
