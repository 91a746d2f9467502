import { expect, test } from 'vitest'
import { listed, seeded } from './choices.ts'
import { explore } from './explore.ts'
import { kinds } from './places.ts'
import { play } from './play.ts'

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
