import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { VERSIONS } from './version.ts'

const TURNS = 24
const alone = await measure('agent', TURNS)

test('the agent alone books, cancels and keeps its prompt flat', () => {
  expect(alone.calls.slice(0, 3)).toEqual(['search Rome', 'book ROM7', 'search Oslo'])
  expect(alone.state).toMatchObject({ traveller: 'Ada', bookings: { B6: {} } })
  expect(Math.max(...alone.prompts)).toBeLessThan(3_000)
})

test.for(Object.keys(VERSIONS).filter((name) => name !== 'agent'))(
  '%s does and says the same',
  async (name) => {
    const { calls, replies, state, prompts } = await measure(name, TURNS)
    expect(calls).toEqual(alone.calls)
    expect(replies).toEqual(alone.replies)
    const grows = (prompts.at(-1) ?? 0) > 2 * (prompts[3] ?? 0)
    expect(grows).toBe(name.endsWith('-raw'))
    if (!name.endsWith('-raw')) expect(state).toEqual(alone.state)
  },
)

test('the figure of the guide shows what is measured', async () => {
  const figure = readFileSync(new URL('../../public/booking-prompts.svg', import.meta.url), 'utf8')
  const shown = [...figure.matchAll(/(?:: |, )([\w-]+) (\d+)(?=[,"])/g)].map(([, name = '', last]) => [
    name,
    Number(last),
  ])
  expect(shown.length).toBeGreaterThan(1)
  for (const [name, last] of shown) {
    if (!(String(name) in VERSIONS)) continue
    expect((await measure(String(name), 200)).prompts.at(-1)).toBe(last)
  }
})
