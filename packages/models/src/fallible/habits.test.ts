import type { JsonObject, Player, PromptView } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { layouts } from '../../test/layouts.ts'
import { fallible } from './fallible.ts'
import { type Habits, habits } from './habits.ts'

/** Keeps the rate of each account that is told, and answers what is asked for. */
const clerk: Player = {
  decide({ state, history, observation }: PromptView) {
    const rates = new Map(Object.entries((state?.rates as JsonObject | undefined) ?? {}))
    for (const turn of history)
      for (const [, name = '', rate = ''] of toldIn(turn.observation)) rates.set(name, rate)
    const told = toldIn(observation).map(([, name = '', rate = '']) => [name, rate])
    const [, asked = ''] = /^What is (\w+)\?$/.exec(observation) ?? []
    const patch: JsonObject = told.length === 0 ? {} : { rates: Object.fromEntries(told) as JsonObject }
    return {
      reasoning: 'Well.',
      patch,
      action: asked === '' ? 'Wait' : `Answer ${JSON.stringify(rates.get(asked)) ?? 'nothing'}`,
    }
  },
}

function toldIn(text: string): RegExpExecArray[] {
  return [...text.matchAll(/(a_\w+) has (\d+)/g)]
}

const initialState = { rates: {} }
const a1 = (turns: readonly (readonly [string, string])[], observation: string): string =>
  `Instructions:\nP\n\nHistory:\n${turns.map(([seen, said]) => `Observation: ${seen}\nReasoning & Action: ${said}\n`).join('')}\nLatest Observation: ${observation}\nGenerate your next reasoning and action (format 'Action: <cmd>'):`
const a4 = (state: JsonObject, observation: string): string =>
  `Instructions:\nP\n\nSkill Execution State:\n\`\`\`json\n${JSON.stringify(state)}\n\`\`\`\nLatest Observation: ${observation}\n\nProvide your response with:\n\n1. `

async function ask(prompt: string, given: Partial<Habits> = {}): Promise<string> {
  const failing = habits({ seed: 1, initialState, ...given })
  return (await fallible(clerk, layouts, failing).generate({ prompt })).text
}

test.each(['sentences', 'dense', 'json'] as const)(
  'a window of one reply is a state, if the reply ends with notes (%s)',
  async (notes) => {
    const first = await ask(a1([], 'a_1 has 10'), { notes })
    const second = await ask(a1([['a_1 has 10', first]], 'a_2 has 20'), { notes })
    const last = a1([['a_2 has 20', second]], 'What is a_1?')
    expect(await ask(last, { notes })).toContain('Action: Answer "10"')
    expect(await ask(last, { notes: 'none' })).toContain('Action: Answer nothing')
  },
)

test('turns after the newest notes are read too', async () => {
  const noted = await ask(a1([], 'a_1 has 10'), { notes: 'dense' })
  const turns = [
    ['a_1 has 10', noted],
    ['a_1 has 30', 'Action: Wait'],
  ] as const
  expect(await ask(a1(turns, 'What is a_1?'), { notes: 'dense' })).toContain('Action: Answer "30"')
})

test('of three copies, what two say is read', async () => {
  const first = await ask(a1([], 'a_1 has 10'), { notes: 'dense', copies: 3 })
  expect(first.match(/Notes: /g)).toHaveLength(3)
  const garbled = first.replace('=10', '=99')
  const last = a1([['a_1 has 10', garbled]], 'a_2 has 20\nWhat is a_1?')
  expect(await ask(last, { notes: 'dense', copies: 3 })).toContain('a_*=* 1=10 2=20')
})

test('beside a state no notes are written', async () => {
  expect(await ask(a4({ rates: {} }, 'a_1 has 10'), { notes: 'dense' })).not.toContain('Notes: ')
})

test.each([
  ['omits', '"state_patch":{"rates":{}}'],
  ['overwrites', '"state_patch":{"rates":{"a_1":"10","a_2":"10"}}'],
] as const)('a mistake %s the fact that is written', async (mistake, patch) => {
  const mistakes: string[] = []
  const onMistake = () => void mistakes.push(mistake)
  const reply = await ask(a4({ rates: { a_2: '20' } }, 'a_1 has 10'), { mistake, miswrites: 1, onMistake })
  expect(reply).toContain(patch)
  expect(mistakes).toEqual([mistake])
})

test('a garbled fact differs by one character', async () => {
  const reply = await ask(a4({ rates: {} }, 'a_1 has 10'), { mistake: 'garbles', miswrites: 1 })
  const [, rate = ''] = /"a_1":"(..)"/.exec(reply) ?? []
  expect(Array.from(rate).filter((sign, at) => sign !== '10'[at])).toHaveLength(1)
})

test('of the facts read a share is missed, in a state and in notes', async () => {
  const rates = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a_${at}`, `${at}`]))
  let missed = 0
  for (let at = 0; at < 200; at += 1) {
    const reply = await ask(a4({ rates }, `What is a_${at}?`), { misses: 0.2 })
    if (reply.includes('nothing')) missed += 1
  }
  expect(missed).toBeGreaterThan(20)
  expect(missed).toBeLessThan(60)
})
