import {
  type Action,
  type Environment,
  type Model,
  type Observation,
  promptText,
  type RecordedSteps,
} from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { type TauBenchOptions, tauBench } from '../benchmark.ts'
import { ownDomain } from '../own/own-domain.ts'
import { llmUser } from '../user/model-user.ts'
import { reactUser } from '../user/react-user.ts'
import { scriptedUser } from '../user/scripted-user.ts'

const domain = ownDomain()
type Options = Omit<TauBenchOptions, 'domain'>

function open(options: Options, index = 0): Required<Environment> {
  const task = { id: 'x', seed: 1, parameters: { task: index } }
  return tauBench({ domain, ...options }).open(task) as Required<Environment>
}

interface Move {
  readonly action: Action
  readonly source?: string
}

const say = (respond: string): Move => ({ action: { respond } })
const cancel: Move = {
  action: { cancel_pending_order: { order_id: '#W1000001', reason: 'no longer needed' } },
}
const spelled: Move = {
  action: { modify_user_address: { user_id: 'sol_andersen_1004', zip: 250 } },
  source:
    '{"modify_user_address": {"user_id": "sol_andersen_1004", "address1": "", "address2": "", "city": "", "state": "", "country": "", "zip": 250.0}}',
}
const broken: Move = { action: { calculate: 4 } }

/** Plays moves after what is on record, and gives the record of all. */
async function play(
  environment: Environment,
  recorded: RecordedSteps,
  moves: readonly Move[],
): Promise<RecordedSteps> {
  let played = recorded
  for (const { action, source } of moves) {
    const result = await environment.step(action, source === undefined ? {} : { source })
    const step = { action, ...(source !== undefined && { source }), result }
    played = { ...played, steps: [...played.steps, step] }
  }
  return played
}

async function begin(environment: Environment): Promise<RecordedSteps> {
  return { seed: 1, first: await environment.reset({ seed: 1 }), steps: [] }
}

/** A model that plays the user by a script, and keeps what it was asked. */
function actor(...replies: readonly string[]): { readonly model: Model; readonly prompts: string[] } {
  const prompts: string[] = []
  const model: Model = {
    id: 'actor',
    capabilities: { prices: { date: '2026-01-02', input: 2, output: 3 } },
    async generate(request) {
      const prompt = promptText(request.prompt)
      const turn = prompt.split('\n[User]\n').length - 1
      prompts.push(prompt)
      const text = replies[turn] ?? 'ok'
      return { text, finishReason: 'stop', usage: { inputTokens: 100, outputTokens: 10 }, model: 'actor' }
    },
  }
  return { model, prompts }
}

describe.each<[string, number, readonly Move[], readonly string[], number | undefined]>([
  [
    'calls and talk',
    0,
    [say('Who?'), cancel, say('a\nb'), broken, spelled, say('Done')],
    ['Hi', 'Ines', ' x\n'],
    9,
  ],
  ['an end by the user', 2, [say('You have 2.'), say('Bye')], ['Hi', 'Thanks', 'ok ###STOP###'], undefined],
  [
    'an end by a hand-over',
    3,
    [say('Wait'), { action: { transfer_to_human_agents: {} } }],
    ['Hi'],
    undefined,
  ],
  [
    'the last step, talk',
    0,
    [cancel, say('So?')],
    ['Hi', '\n(The conversation ends here, after 2 steps.)'],
    2,
  ],
  ['the last step, a call', 0, [say('So?'), cancel], ['Hi', 'User: Tool: '], 2],
])('%s', (_what, index, moves, replies, maxSteps) => {
  const options = maxSteps === undefined ? {} : { maxSteps }

  test('an episode cut off after any step continues as if it had not been, and asks nothing twice', async () => {
    const whole = actor(...replies)
    const environment = open({ user: llmUser(whole.model), ...options }, index)
    const played = await play(environment, await begin(environment), moves)
    const outcome = await environment.outcome()
    for (let cut = 0; cut <= moves.length; cut += 1) {
      const rest = actor(...replies)
      const again = open({ user: llmUser(rest.model), ...options }, index)
      const recorded = { ...played, steps: played.steps.slice(0, cut) }
      await again.restore(recorded)
      expect(rest.prompts).toEqual([])
      expect(await play(again, recorded, moves.slice(cut))).toEqual(played)
      expect(rest.prompts).toEqual(whole.prompts.slice(whole.prompts.length - rest.prompts.length))
      expect(await again.outcome()).toEqual(outcome)
    }
  })
})

test('react: earlier lines come back without the thoughts, which no record holds', async () => {
  const thinking = actor(...['Hi', 'Yes'].map((line) => `Thought:\nHm.\n\nUser Response:\n${line}`))
  const environment = open({ user: reactUser(thinking.model) })
  const recorded = await play(environment, await begin(environment), [say('Sure?')])
  const { model, prompts } = actor('', '', 'User Response: Bye')
  const again = open({ user: reactUser(model) })
  await again.restore(recorded)
  await play(again, recorded, [say('And?')])
  expect(prompts[0]).toContain(
    '[User]\nUser Response:\nHi\n\n[Agent]\nSure?\n\n[User]\nUser Response:\nYes\n\n[Agent]\nAnd?\n',
  )
})

test('a scripted user continues where its script is', async () => {
  const user = scriptedUser(['a', 'b', 'c'])
  const environment = open({ user })
  const recorded = await play(environment, await begin(environment), [say('1')])
  const again = open({ user })
  await again.restore(recorded)
  expect(await again.step({ respond: '2' })).toEqual({ text: 'User: c', done: false })
})

test('an end that breaks off, which shows no line, is one of the user', async () => {
  const tasks = domain.tasks.map((task) => ({
    ...task,
    actions: [{ name: 'respond', kwargs: new Map([['content', null]]) }],
    outputs: ['x'],
  }))
  const options = { domain: { ...domain, tasks }, user: scriptedUser(['Hi', 'Well ###STOP###']) }
  const environment = open(options)
  const recorded = await play(environment, await begin(environment), [say('1')])
  expect(recorded.steps[0]?.result.text).toMatch(/^The conversation breaks off: AttributeError/)
  const again = open(options)
  await again.restore(recorded)
  expect(await again.outcome()).toEqual(await environment.outcome())
})

describe('what does not come out as recorded is refused in one line, and leaves the environment as it was', () => {
  const user = scriptedUser(['Hi', 'ok'])
  const change = (at: number, result: Partial<Observation>) => async (recorded: RecordedSteps) => ({
    ...recorded,
    steps: recorded.steps.map((step, index) =>
      index === at ? { ...step, result: { ...step.result, ...result } } : step,
    ),
  })
  test.each<[string, (recorded: RecordedSteps) => Promise<RecordedSteps>, RegExp]>([
    ['a tool', change(1, { text: 'Tool: other' }), /the observation after step 1 .*: it is "Tool: \{/],
    ['the end', change(2, { done: true }), /the end at step 2 .*: done is false/],
    [
      'an end before it',
      change(0, { text: 'User: ###STOP###', done: true }),
      /step 1 .*: the episode is over before it/,
    ],
    [
      'the opening',
      async (recorded) => ({ ...recorded, first: { text: 'Tool: x', done: false } }),
      /the first observation .*: it is "User: ###STOP###"/,
    ],
  ])('%s', async (_what, alter, message) => {
    const environment = open({ user })
    const recorded = await play(environment, await begin(environment), [say('1'), cancel, say('2')])
    const again = open({ user })
    const error: unknown = await again.restore(await alter(recorded)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'invalid-data', message: expect.stringMatching(message) })
    expect(String(error)).not.toContain('\n')
    await expect(again.step({ respond: '1' })).rejects.toMatchObject({ code: 'environment-misuse' })
  })

  test('an abort is an abort', async () => {
    const environment = open({ user })
    const recorded = await play(environment, await begin(environment), [say('1')])
    const restoring = open({ user }).restore({ ...recorded, signal: AbortSignal.abort('enough') })
    await expect(restoring).rejects.toBe('enough')
  })
})
