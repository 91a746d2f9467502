import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { converse } from './measure.ts'
import { VERSIONS } from './version.ts'

const TURNS = 24
const played = new Map<string, ReturnType<typeof converse>>()

/** Plays a version once, for all tests. */
function play(name: string): ReturnType<typeof converse> {
  const known = played.get(name) ?? converse(name, TURNS)
  played.set(name, known)
  return known
}

const alone = await play('agent')

test('the agent alone books, cancels and keeps its prompt flat', () => {
  expect(alone.calls.slice(0, 3)).toEqual(['search Rome', 'book ROM7', 'search Oslo'])
  expect(alone.state).toMatchObject({ traveller: 'Ada', bookings: { B6: {} } })
  expect(Math.max(...alone.prompts)).toBeLessThan(3_000)
})

test.for(Object.keys(VERSIONS).filter((name) => name !== 'agent'))(
  '%s does and says the same',
  async (name) => {
    const { calls, replies, state, prompts } = await play(name)
    expect(calls).toEqual(alone.calls)
    expect(replies).toEqual(alone.replies)
    const grows = (prompts.at(-1) ?? 0) > 2 * (prompts[3] ?? 0)
    expect(grows).toBe(name.endsWith('-raw'))
    if (!name.endsWith('-raw')) expect(state).toEqual(alone.state)
  },
)

test.for(Object.keys(VERSIONS).filter((name) => !name.endsWith('-raw')))(
  '%s books for each of two customers who use one airline',
  async (name) => {
    const desk = new Desk()
    const version = await VERSIONS[name]?.()
    const replies: string[] = []
    for (const customer of ['ada', 'bo']) {
      const run = await version?.version.start(desk, customer)
      for (const turn of [0, 1]) replies.push((await run?.say(desk.message(turn))) ?? '')
    }
    expect(desk.calls).toEqual(['search Rome', 'book ROM7', 'search Rome', 'book ROM7'])
    expect([replies[1], replies[3]]).toEqual(['Booked as B1.', 'Booked as B2.'])
  },
)

test('the figure of the guide begins with what is measured', async () => {
  const figure = readFileSync(new URL('../../public/booking-prompts.svg', import.meta.url), 'utf8')
  const last = [...figure.matchAll(/(?:: |, )([\w-]+) (\d+)(?=[,"])/g)]
  const drawn = [...figure.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => Number(point.split(',')[1])),
  )
  expect([last.length, drawn.length]).toEqual([3, 3])
  const most = Math.max(...last.map(([, , chars]) => Number(chars)))
  for (const [index, [, name = '']] of last.entries()) {
    const { prompts } = await play(name)
    const heights = prompts.map((chars) => (320 - (chars / most) * 290).toFixed(1))
    expect(drawn[index]?.slice(0, TURNS).map((place) => place.toFixed(1))).toEqual(heights)
  }
})
