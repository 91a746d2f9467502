import type { Action, Environment, JsonObject, Model, Task } from '@skill-state/protocol'
import { testEnvironment } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TauBenchOptions, tauBench } from '../benchmark.ts'
import { ownDomain } from '../own/own-domain.ts'
import { llmUser } from '../user/model-user.ts'
import { scriptedUser } from '../user/scripted-user.ts'
import type { UserStrategy } from '../user/user.ts'

const domain = ownDomain()
const talkative = scriptedUser(['Hi', 'ok'])
const stopping = scriptedUser(['Hi', '###STOP###'])

function open(options: Omit<TauBenchOptions, 'domain'> & { readonly index?: number } = {}): Environment {
  const benchmark = tauBench({ domain, user: talkative, ...options })
  return benchmark.open(taskOf(options.index ?? 0))
}

function taskOf(index: number): Task {
  return { id: 'x', seed: 1, parameters: { task: index } }
}

const cancel: Action = { cancel_pending_order: { order_id: '#W1000001', reason: 'no longer needed' } }
const details: Action = { get_order_details: { order_id: '#W1000001' } }

describe('conformance', () => {
  const suite = testEnvironment({
    open: () => open({ user: scriptedUser(['Hi', 'Go on', '###STOP###']) }),
    actions: [details, cancel, { nonsense: {} }, { respond: 'Hello' }, { respond: 'Bye' }],
    reachesEnd: true,
  })
  for (const check of suite) test(check.name, () => check.run())
})

test('user and tools are told apart', async () => {
  const environment = open()
  expect(await environment.reset({ seed: 1 })).toEqual({ text: 'User: Hi', done: false })
  expect(await environment.step({ respond: 'Tool: x' })).toEqual({ text: 'User: ok', done: false })
  expect(await environment.step({ calculate: { expression: '2 + 2' } })).toEqual({
    text: 'Tool: 4.0',
    done: false,
  })
  expect(await environment.step({ calculate: {} })).toEqual({
    text: "Tool: Error: Calculate.invoke() missing 1 required positional argument: 'expression'",
    done: false,
  })
  expect(await environment.step({ calculate: 4 })).toMatchObject({ refused: true, done: false })
})

test('the no-op changes nothing, and is a step', async () => {
  const environment = open({ index: 3, user: stopping })
  await environment.reset({ seed: 1 })
  expect(await environment.step(environment.noop ?? '')).toEqual({ text: 'Tool: ', done: false })
  await environment.step({ respond: 'Bye' })
  expect(await environment.outcome()).toMatchObject({ reward: 0, metrics: { steps: 2, databaseOfficial: 0 } })
})

test('an end is evaluated, and says which parts held', async () => {
  const environment = open({ index: 2, user: stopping })
  await environment.reset({ seed: 1 })
  expect(await environment.outcome()).toEqual({ reward: 0, metrics: { steps: 0, outOfSteps: 0, raised: 0 } })
  expect(await environment.step({ respond: 'You have $2.' })).toEqual({
    text: 'User: ###STOP###',
    done: true,
  })
  expect(await environment.outcome()).toEqual({
    reward: 1,
    metrics: {
      steps: 1,
      outOfSteps: 0,
      raised: 0,
      databaseOfficial: 1,
      databaseCanonical: 1,
      outputsSaid: 1,
    },
  })
})

test('after the last step the episode is over, unevaluated, unless that step ended it', async () => {
  const environment = open({ maxSteps: 2, index: 2 })
  await environment.reset({ seed: 1 })
  await environment.step({ respond: '2' })
  expect(await environment.step(details)).toMatchObject({
    text: expect.stringMatching(/\n\(The conversation ends here, after 2 steps\.\)$/),
    done: true,
  })
  expect(await environment.outcome()).toEqual({ reward: 0, metrics: { steps: 2, outOfSteps: 1, raised: 0 } })
  const inTime = open({ maxSteps: 1, index: 2, user: stopping })
  await inTime.reset({ seed: 1 })
  expect(await inTime.step({ respond: '2' })).toEqual({ text: 'User: ###STOP###', done: true })
  expect(await inTime.outcome()).toMatchObject({ reward: 1, metrics: { outOfSteps: 0 } })
})

test('if the official environment raises, the episode ends with 0 and says so', async () => {
  const users = new Map([['ann', new Map([['payment_methods', new Map()]])]])
  const airline = { ...domain, kind: 'airline' as const, database: new Map([['users', users]]) }
  const environment = tauBench({ domain: airline, user: talkative }).open(taskOf(0))
  await environment.reset({ seed: 1 })
  const send: Action = { send_certificate: { user_id: 'ann', amount: 5 } }
  for (let sent = 0; sent < 3; sent += 1) expect((await environment.step(send)).done).toBe(false)
  expect(await environment.step(send)).toEqual({
    text: 'The conversation breaks off: ValidationError: the observation is None',
    done: true,
  })
  expect(await environment.outcome()).toEqual({ reward: 0, metrics: { steps: 4, outOfSteps: 0, raised: 1 } })
})

test('the spelling of numbers reaches the database', async () => {
  const address = {
    user_id: 'sol_andersen_1004',
    address1: '',
    address2: '',
    city: '',
    state: '',
    country: '',
  }
  const write = (zip: string): string =>
    `{"modify_user_address": ${JSON.stringify(address).slice(0, -1)},"zip":${zip}}}`
  const environment = open()
  await environment.reset({ seed: 1 })
  const source = write('250.0')
  expect((await environment.step(JSON.parse(source), { source })).text).toContain('"zip": 250.0')
  expect((await environment.step(JSON.parse(source))).text).toContain('"zip": 250}')
})

describe('a simulated user played by a model', () => {
  const model: Model = {
    id: 'actor',
    async generate() {
      return { text: 'ok', finishReason: 'stop', usage: { inputTokens: 7, outputTokens: 1 }, model: 'actor' }
    },
  }

  const call = { model: 'actor', usage: { inputTokens: 7, outputTokens: 1 } }

  test('is accounted for in each observation, and has no part in the figures of the episode', async () => {
    const environment = open({ user: llmUser(model) })
    expect((await environment.reset({ seed: 1 })).calls).toEqual([call])
    expect((await environment.step({ respond: 'Hello' })).calls).toEqual([call])
    expect((await environment.step(details)).calls).toEqual([])
    expect(Object.keys((await environment.outcome()).metrics ?? {})).toEqual([
      'steps',
      'outOfSteps',
      'raised',
    ])
  })

  test('that says nothing is accounted for by its error', async () => {
    const silent: Model = {
      ...model,
      generate: async (request) => ({ ...(await model.generate(request)), text: '' }),
    }
    const environment = open({ user: llmUser(silent) })
    await expect(environment.reset({ seed: 1 })).rejects.toMatchObject({
      code: 'simulator-failed',
      calls: [call],
    })
  })

  test('that fails is no failure of the agent: the step was not taken, and can be again', async () => {
    let broken = false
    const unreliable: Model = {
      id: 'actor',
      async generate(request) {
        if (broken) throw new Error('overloaded')
        return model.generate(request)
      },
    }
    const environment = open({ user: llmUser(unreliable) })
    await environment.reset({ seed: 1 })
    broken = true
    await expect(environment.step({ respond: 'Hello' })).rejects.toMatchObject({ code: 'simulator-failed' })
    expect((await environment.outcome()).metrics?.steps).toBe(0)
    broken = false
    expect(await environment.step({ respond: 'Hello' })).toMatchObject({ text: 'User: ok', done: false })
    broken = true
    await expect(environment.reset({ seed: 1 })).rejects.toMatchObject({ code: 'simulator-failed' })
  })
})

describe('hostile actions', () => {
  const names = fc.constantFrom(
    ...domain.tools.map((tool) => tool.function.name),
    '__proto__',
    'toString',
    '',
  )
  const keys = fc.constantFrom(
    ...[
      'order_id',
      'item_ids',
      'new_item_ids',
      'payment_method_id',
      'user_id',
      'reason',
      'expression',
      'data',
    ],
    ...['__proto__', 'constructor', 'address1', 'summary', 'thought', 'zip'],
  )
  const values = fc.oneof(
    fc.constantFrom('#W1000001', '#W1000003', 'ines_moreau_1001', 'gift_card_1000001', 'no longer needed'),
    fc.constantFrom('9**9**9', '(((', '1/0', '2**100000', '\ud800', '__proto__'),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const calls = fc
    .tuple(names, fc.array(fc.tuple(keys, values), { maxLength: 6 }))
    .map(
      ([name, entries]) => JSON.parse(JSON.stringify({ [name]: Object.fromEntries(entries) })) as JsonObject,
    )
  const actions = fc.oneof(
    calls,
    fc.string().map((respond) => ({ respond })),
    fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((action) => JSON.parse(JSON.stringify(action)) as JsonObject),
  )

  test('are answered, and reach no other episode', async () => {
    const script = [details, cancel, details, { respond: 'Bye' }]
    const wanted = await playAll(open({ user: stopping }), script)
    await fc.assert(
      fc.asyncProperty(fc.array(actions, { minLength: 1, maxLength: 12 }), async (attack) => {
        const attacked = open()
        const bystander = open({ user: stopping })
        await attacked.reset({ seed: 1 })
        const seen = [(await bystander.reset({ seed: 1 })).text]
        for (let at = 0; at < Math.max(attack.length, script.length); at += 1) {
          const [hostile, harmless] = [attack[at], script[at]]
          if (hostile !== undefined && !(await isOver(attacked))) {
            const { text } = await attacked.step(hostile)
            expect(text).toMatch(/^(Tool|User|Error): /)
          }
          if (harmless !== undefined) seen.push((await bystander.step(harmless)).text)
        }
        expect(seen).toEqual(wanted)
        expect(await attacked.outcome()).toMatchObject({ metrics: { raised: 0 } })
      }),
      { numRuns: 300 },
    )
  })

  test('a megabyte in every place', async () => {
    const long = '9+'.repeat(2 ** 19)
    const huge: Action[] = [
      { respond: long },
      { [long]: {} },
      { calculate: { expression: long } },
      { calculate: { [long]: 1 } },
      { get_order_details: { order_id: long } },
      { transfer_to_human_agents: { summary: long } },
    ]
    for (const action of huge) {
      const environment = open()
      await environment.reset({ seed: 1 })
      expect((await environment.step(action)).text).not.toBe('')
    }
  })
})

/** Whether a hand-over among the hostile actions has ended the episode. */
async function isOver(environment: Environment): Promise<boolean> {
  return (await environment.outcome()).metrics?.databaseOfficial !== undefined
}

async function playAll(environment: Environment, actions: readonly Action[]): Promise<readonly string[]> {
  const texts = [(await environment.reset({ seed: 1 })).text]
  for (const action of actions) texts.push((await environment.step(action)).text)
  return texts
}

test('a user that stops before the agent has spoken is not heard: the official environment does not look', async () => {
  const eager: UserStrategy = scriptedUser(['###STOP###', 'ok'])
  expect(await open({ user: eager }).reset({ seed: 1 })).toEqual({ text: 'User: ###STOP###', done: false })
})
