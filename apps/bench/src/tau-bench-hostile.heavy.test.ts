import { runEpisode } from '@skill-state/eval'
import type { JsonObject, Model, Task } from '@skill-state/protocol'
import { ownDomain, scriptedUser, tauBench } from '@skill-state/tau-bench'
import { describe, expect, test } from 'vitest'
import { findRuntime } from './registry.ts'

const benchmark = tauBench({
  domain: ownDomain(),
  user: scriptedUser(['Hi', 'ok', 'ok', '###STOP###']),
  maxSteps: 6,
})
const [task] = benchmark.tasks({ seeds: [1], horizons: [] }) as [Task]
/** What the runtime reads as an action in the model's reply: JSON, or something like it. */
type Reply = (action: string) => string

const runtimes: Readonly<Record<string, Reply>> = {
  'skill-state': (action) => `So.\n\n\`\`\`json\n{"state_patch": {}, "action": ${action}}\n\`\`\``,
  'skill-state-json': (action) => `{"reasoning": "So.", "state_patch": {}, "action": ${action}}`,
  prompt: (action) => `So.\n\nAction: ${action}`,
  'prompt-json': (action) => `{"reasoning": "So.", "action": ${action}}`,
}

const megabyte = 'x'.repeat(1_000_000)
const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const list = (length: number): string => `[${'0,'.repeat(length)}0]`
const calculate = (expression: string): string => JSON.stringify({ calculate: { expression } })

const attacks: readonly (readonly [string, string])[] = [
  ['nothing', '{}'],
  ['no object', '5'],
  ['two actions', '{"think": {"thought": ""}, "respond": "x"}'],
  ['two calls', '{"a": {}, "b": {}}'],
  ['one key twice', '{"think": {"thought": "a"}, "think": {"thought": "b"}}'],
  ['one argument twice', '{"think": {"thought": "a", "thought": "b"}}'],
  ['a number said', '{"respond": 5}'],
  ['nothing said', '{"respond": null}'],
  ['an object said', '{"respond": {"content": "x"}}'],
  ['the empty text', '{"respond": ""}'],
  ['the stop mark', '{"respond": "###STOP###"}'],
  ['a megabyte said', JSON.stringify({ respond: megabyte })],
  ['half a surrogate pair', '{"respond": "\\ud800"}'],
  ['controls', '{"respond": "\\u0000\\u001b[2J\\u202e"}'],
  ['no argument', '{"get_order_details": {}}'],
  ['an argument too many', '{"get_order_details": {"order_id": "#W1000001", "x": 1}}'],
  ['no list where one is due', '{"return_delivered_order_items": {"order_id": "#W1000003", "item_ids": 5}}'],
  ['arguments in a list', '{"get_order_details": ["#W1000001"]}'],
  ['arguments as text', '{"get_order_details": "{\\"order_id\\": \\"#W1000001\\"}"}'],
  ['an object for an id', '{"get_order_details": {"order_id": {"a": []}}}'],
  ['a list for an id', '{"get_user_details": {"user_id": []}}'],
  ['an unknown tool', '{"drop_database": {}}'],
  ['a tool of no name', '{"": {}}'],
  ['a tool named by a megabyte', `{"${megabyte}": {}}`],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'].flatMap((name) => [
    [`${name} as a tool`, `{"${name}": {}}`] as const,
    [`${name} as an argument`, `{"think": {"${name}": {"thought": "x"}}}`] as const,
    [`${name} as an id`, `{"get_order_details": {"order_id": "${name}"}}`] as const,
    [
      `${name} as a field`,
      `{"modify_user_address": {"user_id": "${name}", "__proto__": {"zip": 1}}}`,
    ] as const,
  ]),
  ['the parameter of the database', '{"think": {"thought": "", "data": {}}}'],
  ['self', '{"think": {"self": 1}}'],
  ['NaN', '{"think": {"thought": NaN}}'],
  ['infinity', '{"think": {"thought": 1e999}}'],
  ['a number of 5,000 digits', `{"think": {"thought": ${'9'.repeat(5000)}}}`],
  ['JSON 100 deep', `{"think": ${deep(100)}}`],
  ['JSON 2,000 deep', `{"think": ${deep(2000)}}`],
  ['a list of 200,000', `{"cancel_pending_order": {"order_id": ${list(200_000)}, "reason": ""}}`],
  [
    'a list of items of 100,000',
    `{"modify_pending_order_items": {"order_id": "#W1000001", "item_ids": ${list(100_000)}, "new_item_ids": ${list(100_000)}, "payment_method_id": ""}}`,
  ],
  [
    'a list of one item 20,000 times',
    `{"return_delivered_order_items": {"order_id": "#W1000003", "item_ids": [${'"1000000021",'.repeat(20_000)}"x"], "payment_method_id": "paypal_1000003"}}`,
  ],
  ['a megabyte in an argument', JSON.stringify({ get_order_details: { order_id: megabyte } })],
  ['not closed', '{"think": {"thought": "x"'],
  ['a comment', '{"think": {/* x */}}'],
  ['no action at all', 'null'],
  ...['9**9**9**9', '2**2**2**2**2**2', '(((9**9)**9)**9)**9', '9**-9**9', '1/0', '0**-1'].map(
    (expression) => [`calculate ${expression}`, calculate(expression)] as const,
  ),
  ['calculate a power of fractions', calculate(`${'1.5**'.repeat(10_000)}2`)],
  ['calculate 100,000 brackets', calculate('('.repeat(100_000))],
  ['calculate 100,000 signs', calculate(`${'-'.repeat(100_000)}1`)],
  ['calculate a long product', calculate(`${'999999999*'.repeat(20_000)}1`)],
  ['calculate a long sum', calculate(`${'1+'.repeat(100_000)}1`)],
  ['calculate a long number', calculate('9'.repeat(100_000))],
  ['calculate powers in a row', calculate(Array(50).fill('9**9999').join('*'))],
  ['calculate a quotient', calculate('9**9999//9**9998//7')],
]

const change: JsonObject = { cancel_pending_order: { order_id: '#W1000001', reason: 'no longer needed' } }
const bye: JsonObject = { respond: 'Bye' }

/** Returns the same reply at each step, and again if it is rejected. */
function hostile(reply: Reply, action: string): Model {
  return {
    id: 'hostile',
    async generate() {
      return { text: reply(action), finishReason: 'stop', usage: {}, model: 'hostile' }
    },
  }
}

function run(runtime: string, model: Model) {
  return runEpisode({ benchmark, task, runtime: { id: runtime, run: findRuntime(runtime).run }, model })
}

/** What an innocent agent sees whose steps come between those of a hostile one. */
async function innocent(step: (at: number) => Promise<void>): Promise<readonly string[]> {
  const environment = benchmark.open(task)
  const seen = [(await environment.reset({ seed: 1 })).text]
  const details: JsonObject = { get_order_details: { order_id: '#W1000001' } }
  for (const [at, action] of [details, change, details, bye, bye, bye].entries()) {
    await step(at)
    seen.push((await environment.step(action)).text)
  }
  return [...seen, JSON.stringify(await environment.outcome())]
}

describe.each(Object.entries(runtimes))('a hostile model with %s', (runtime, reply) => {
  test.each(attacks)(
    '%s: the episode ends by the rules, and no other one is touched',
    async (_what, action) => {
      const undisturbed = await innocent(async () => {})
      const seen = await innocent(async (at) => {
        if (at !== 1) return
        const end = await run(runtime, hostile(reply, action))
        if (end.status === 'failed') {
          expect(end.error.code).toMatch(/^(invalid-reply|invalid-patch|reply-too-large)$/)
          expect(end.error.message).not.toContain('\n')
          return
        }
        expect(end.status).toBe('terminated')
        const { reward, metrics } = end.outcome
        expect([reward, metrics?.raised]).toEqual([0, 0])
        expect(metrics?.steps).toBeLessThanOrEqual(6)
      })
      expect(seen).toEqual(undisturbed)
    },
    30_000,
  )
})
