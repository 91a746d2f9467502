import { expect, test, vi } from 'vitest'
import { listed, seeded } from './choices.ts'
import { Desk } from './desk.ts'
import { explore } from './explore.ts'
import { kinds } from './places.ts'
import { play } from './play.ts'
import { shrink, testOf } from './shrink.ts'

const schedules = { memory: 60, file: 60, sqlite: 20, 'postgres-like': 60 } as const

test.each(kinds)('every promise holds in random schedules with faults: %s', async (store) => {
  for (let seed = 1; seed <= schedules[store]; seed += 1) {
    const { finding, story } = await play({ store, choices: seeded(seed) })
    expect(finding, `seed ${seed}\n${story.join('\n')}`).toBeUndefined()
  }
})

test.each(kinds)(
  'every promise holds in all orders of a send and an approval of each caller: %s',
  async (store) => {
    const { finding } = await explore(
      store,
      [
        ['send', 'approve'],
        ['send', 'stop'],
      ],
      300,
    )
    expect(finding?.finding, finding?.story.join('\n')).toBeUndefined()
  },
)

test.each(kinds)(
  'the same seed gives the same events, and so does the list of its choices: %s',
  async (store) => {
    const first = await play({ store, choices: seeded(7) })
    const again = await play({ store, choices: seeded(7) })
    expect(again.hash).toBe(first.hash)
    expect((await play({ store, choices: listed(first.choices.taken) })).hash).toBe(first.hash)
  },
)

test('a schedule with a finding is made short, and written as a test that plays it again', async () => {
  const store = 'memory'
  vi.spyOn(Desk.prototype, 'effect').mockImplementation(function (this: Desk, tool) {
    this.world.ensure(tool !== 'pay', 'nothing is paid', () => tool)
  })
  try {
    let long = await play({ store, choices: seeded(1) })
    for (let seed = 2; !long.finding || long.story.length < 40; seed += 1)
      long = await play({ store, choices: seeded(seed) })
    const short = await shrink(long, { store })
    expect(short.finding?.promise).toBe('nothing is paid')
    expect(short.story.length).toBeLessThan(long.story.length)
    const written = testOf(store, short.finding?.promise, short.choices.taken)
    const [, list = '[]'] = /listed\((\[[\d,]*\])\)/.exec(written) ?? []
    const again = await play({ store, choices: listed(JSON.parse(list) as number[]) })
    expect(again.story).toEqual(short.story)
  } finally {
    vi.restoreAllMocks()
  }
})
