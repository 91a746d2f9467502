import { expect, test } from 'vitest'
import { defaultPolicies, type PolicyMessage, policyOf } from './index.ts'

const messages: readonly PolicyMessage[] = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: 'b' },
  { role: 'tool', content: 'c' },
  { role: 'tool', content: 'd' },
  { role: 'assistant', content: 'e' },
  { role: 'tool', content: 'f' },
  { role: 'user', content: 'g' },
]

test.each([
  ['full', 'abcdefg'],
  ['last:1', 'g'],
  ['last:3', 'efg'],
  ['last:20', 'abcdefg'],
  ['clear-tool-results:keep=1', 'ab[cleared][cleared]efg'],
  ['clear-tool-results:keep=2', 'ab[cleared]defg'],
  ['observation-only', 'fg'],
])('%s shows %s', async (name, expected) => {
  const shown = await policyOf(name).show(messages)
  expect(shown.map(({ content }) => content).join('')).toBe(expected)
  for (const message of shown) expect(messages.includes(message)).toBe(message.cleared !== true)
})

test('a policy changes no message and shows nothing of nothing', async () => {
  const before = JSON.stringify(messages)
  for (const { show } of defaultPolicies) {
    await show(messages)
    expect(await show([])).toEqual([])
  }
  expect(JSON.stringify(messages)).toBe(before)
})

test('a name finds its policy, and another name is an error', () => {
  for (const { id } of defaultPolicies) expect(policyOf(id).id).toBe(id)
  for (const name of ['last:0', 'last:', 'clear-tool-results', 'none']) {
    expect(() => policyOf(name)).toThrow(/is unknown; use one of full/)
  }
})

test('a trimmed list shows no result without its call, though one fits', async () => {
  const call: PolicyMessage = {
    role: 'assistant',
    content: '',
    calls: [{ id: 'x', name: 'look', arguments: {} }],
  }
  const list: readonly PolicyMessage[] = [
    call,
    { role: 'tool', callId: 'x', content: 'r' },
    { role: 'user', content: 'u' },
  ]
  expect(await policyOf('trim:tokens=1').show(list)).toEqual([list[2]])
  expect(await policyOf('trim:tokens=100').show(list)).toEqual(list)
})

test.each(defaultPolicies.map((policy) => [policy.id, policy] as const))(
  '%s follows a transcript to the prompts that it shows',
  async (_, { show, follow }) => {
    for (const steps of [[1, 3, 7], [2, 2, 5], [1, 2, 3, 4, 5, 6, 7], [7]]) {
      const next = follow?.()
      let prompt: readonly PolicyMessage[] = []
      let from = 0
      for (const to of steps) {
        const change = next?.(messages.slice(from, to))
        prompt = [...prompt.slice(0, change?.same), ...(change?.rest ?? [])]
        expect(prompt).toEqual(await show(messages.slice(0, to)))
        from = to
      }
    }
  },
)
