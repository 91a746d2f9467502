import { describe, expect, test } from 'vitest'
import { openTask, play } from '../../../test/play-warehouse.ts'
import { planEpisode, type Scenario } from './plan.ts'
import { notices } from './recovery.ts'

const seeds = [42, 43, 44, 45, 46]
const horizon = 50

interface Facts {
  readonly item: string
  readonly name: string
  readonly from: string
  readonly to: string
  /** Whether the first dependent event is still to come. */
  readonly early: boolean
}
type Reaction = (action: string, facts: Facts) => string

/** The player's own actions until the notice; from then on, what a reaction makes of them. */
async function playOn(
  scenario: Scenario,
  seed: number,
  react: Reaction,
): Promise<Readonly<Record<string, number>>> {
  const { change } = planEpisode({ seed, horizon, shelves: 500, scenario })
  if (change === undefined) throw new Error('a scenario has a change')
  const { outcome } = await play({
    variant: { scenario },
    horizon,
    seed,
    context: 'history',
    act: (action, observations) => {
      const line = observations[change.step]?.split('\n')[1]
      if (line === undefined) return action
      const from = /(?:from|on) (shelf_\d+)/.exec(line)?.[1] ?? ''
      const to = / to (shelf_\d+)/.exec(line)?.[1] ?? from
      const early = observations.length <= (change.dependents[0] ?? 0)
      return react(action, { item: change.item, name: change.name, from, to, early })
    },
  })
  return outcome.metrics ?? {}
}

describe.each(['A', 'B', 'C'] as const)('%s', (scenario) => {
  test('a silent change is told by no line, and actions on the old fact count', async () => {
    for (const seed of seeds) {
      const { observations, outcome } = await play({
        variant: { scenario, silent: true },
        horizon,
        seed,
        context: 'history',
      })
      expect(observations.filter((text) => text.includes('Notice: '))).toEqual([])
      expect(outcome.metrics?.recoverySteps).toBeGreaterThan(0)
    }
  })

  test('an agent that takes note recovers at once', async () => {
    for (const seed of seeds) {
      for (const context of ['state', 'history', { window: 3 }] as const) {
        const { outcome } = await play({ variant: { scenario }, horizon, seed, context })
        expect(outcome).toMatchObject({ reward: 1, metrics: { recovered: 1, recoverySteps: 0 } })
      }
    }
  })

  test('the notice is one true line between the result and the event', async () => {
    for (const seed of seeds) {
      const { observations } = await play({ variant: { scenario }, horizon, seed })
      const noticed = observations.filter((text) => text.includes('Notice: '))
      expect(noticed).toHaveLength(1)
      expect(noticed[0]).toMatch(/^Success: .*\nNotice: .*\n(Shipment|Customer|Maintenance) .*$/)
      expect(notices.read(noticed[0]?.split('\n')[1] ?? '')).toBeDefined()
    }
  })

  test('an agent that has lost the item is told nothing, and does not recover', async () => {
    for (const seed of seeds) {
      const environment = openTask({ variant: { scenario }, horizon, seed })
      let text = (await environment.reset({ seed })).text
      for (let step = 0; step < horizon; step += 1) {
        expect(text).not.toContain('Notice')
        text = (await environment.step('Wait')).text
      }
      const { metrics } = await environment.outcome()
      expect(metrics).toMatchObject({ recovered: 0 })
      expect(metrics).not.toHaveProperty('recoverySteps')
    }
  })
})

/** What an agent does that has not read the notice. */
const stale = {
  A: (action, { item, from }) => (action === 'Wait' ? `Ship ${item} ${from}` : action),
  B: (action, { item, name }) => action.replace(new RegExp(`${name}\\b`), item),
  C: (action, { item, from, to }) => action.replace(`${item} ${to}`, `${item} ${from}`),
  D: (action, { item }) => (action === 'Wait' ? `Ship ${item} shelf_0` : action),
} satisfies Record<Scenario, Reaction>

test.each(['A', 'B', 'C'] as const)(
  '%s: an agent that sticks to the old fact does not recover, and each such action counts',
  async (scenario) => {
    for (const seed of seeds) {
      expect(await playOn(scenario, seed, stale[scenario])).toMatchObject({ recovered: 0, recoverySteps: 8 })
    }
  },
)

test('an agent that learns from its first failure recovers late', async () => {
  for (const seed of seeds) {
    for (const scenario of ['A', 'B', 'C'] as const) {
      let failures = 0
      const metrics = await playOn(scenario, seed, (action, facts) => {
        const wrong = stale[scenario](action, facts)
        if (wrong === action || failures > 0) return action
        failures += 1
        return wrong
      })
      expect({ scenario, ...metrics }).toMatchObject({ scenario, recovered: 1, recoverySteps: 1 })
    }
  }
})

test.each(['A', 'B', 'C'] as const)(
  '%s: a mistake about something else is no recovery step',
  async (scenario) => {
    for (const seed of seeds) {
      let mistakes = 0
      const metrics = await playOn(scenario, seed, (action) => {
        if (mistakes > 0 || !action.startsWith('Store ')) return action
        mistakes += 1
        return 'Store item_1 shelf_900'
      })
      expect(mistakes).toBe(1)
      expect(metrics).toMatchObject({ recovered: 1, recoverySteps: 0 })
    }
  },
)

test.each(['A', 'B', 'C'] as const)(
  '%s: before the first dependent event nothing counts',
  async (scenario) => {
    for (const seed of seeds) {
      const metrics = await playOn(scenario, seed, (action, { item, from, early }) =>
        early ? `Ship ${item} ${from}` : action,
      )
      expect(metrics.recoverySteps).toBe(0)
    }
  },
)

test.each([
  ['A', 'item', 'shelf_77', 8],
  ['A', 'item_999', 'from', 0],
  ['B', 'item', 'shelf_77', 8],
  ['B', 'name', 'shelf_77', 0],
  ['C', 'item', 'from', 8],
  ['C', 'item', 'shelf_77', 0],
  ['C', 'item_999', 'from', 0],
] as const)('%s: to look for %s on %s at each dependent event', async (scenario, what, where, steps) => {
  for (const seed of seeds) {
    const { change } = planEpisode({ seed, horizon, shelves: 500, scenario })
    let step = change?.step ?? 0
    const metrics = await playOn(scenario, seed, (action, facts) => {
      const item = what === 'item_999' ? what : facts[what]
      const shelf = where === 'shelf_77' ? where : facts[where]
      const isDependent = change?.dependents.includes(step)
      step += 1
      return isDependent ? `Ship ${item} ${shelf}` : action
    })
    expect(metrics.recoverySteps).toBe(steps)
    const [notice = 0, last = 0] = [change?.step, change?.dependents.at(-1)]
    expect(metrics.recoveryTurns).toBe(steps > 0 ? last - notice + 1 : 0)
  }
})

describe('A: waiting is no recovery', () => {
  test('of an agent that does nothing any more', async () => {
    for (const seed of seeds) {
      for (const reply of ['Wait', 'Mumble']) {
        expect((await playOn('A', seed, () => reply)).recovered).toBe(0)
      }
    }
  })

  test('of one that does nothing between the notice and the only order that it waits at', async () => {
    for (const seed of seeds) {
      let waits = 0
      const metrics = await playOn('A', seed, (action, { item, from, early }) => {
        if (early) return 'Wait'
        if (action === 'Wait') waits += 1
        return action === 'Wait' && waits > 1 ? `Ship ${item} ${from}` : action
      })
      expect(metrics.recovered).toBe(0)
      expect(waits).toBeGreaterThan(1)
    }
  })

  test('of one that gives up right after the notice, but for one success', async () => {
    for (const seed of seeds) {
      let acted = 0
      const metrics = await playOn('A', seed, (action) => {
        acted += 1
        return acted === 1 ? action : 'Wait'
      })
      expect(metrics.recovered).toBe(0)
    }
  })
})

describe('D', () => {
  test('is never recovered from, and costs no score', async () => {
    for (const seed of seeds) {
      const { outcome, observations, actions } = await play({ variant: { scenario: 'D' }, horizon, seed })
      expect(outcome.reward).toBe(1)
      expect(outcome.metrics).toEqual({ successfulActions: 42, actionableEvents: 42, recovered: 0 })
      const noticed = observations.findIndex((text) => text.includes('Notice: the order of '))
      const item = /order of (item_\d+)/.exec(observations[noticed] ?? '')?.[1] ?? ''
      expect(actions.slice(0, noticed).some((action) => action.startsWith(`Ship ${item} `))).toBe(true)
      const { recovered } = await playOn('D', seed, stale.D)
      expect(recovered).toBe(0)
    }
  })

  test('is told to no agent that has not shipped the item', async () => {
    for (const seed of seeds) {
      const { observations } = await play({ variant: { scenario: 'D' }, horizon, seed, act: () => 'Wait' })
      expect(observations.join('\n')).not.toContain('Notice')
    }
  })

  test('whatever is done at the dependent events', async () => {
    for (const reply of [
      'Wait',
      'Store item_1 shelf_0',
      'Ship item_1 shelf_0',
      'Move item_1 shelf_0 shelf_1',
      'Undo',
    ]) {
      for (const seed of seeds) expect((await playOn('D', seed, () => reply)).recovered).toBe(0)
    }
  })
})

describe('the score', () => {
  test.each([
    ['A', horizon - 8],
    ['B', horizon],
    ['C', horizon],
    ['D', horizon - 8],
  ] as const)('of %s leaves out the orders of what is gone', async (scenario, actionableEvents) => {
    const { outcome } = await play({ variant: { scenario }, horizon, seed: 42 })
    expect(outcome.metrics).toMatchObject({ actionableEvents, successfulActions: actionableEvents })
  })

  test('of D does not count what is shipped too late, if nothing was shipped before', async () => {
    for (const seed of seeds) {
      const { change } = planEpisode({ seed, horizon, shelves: 500, scenario: 'D' })
      if (change === undefined) throw new Error('a scenario has a change')
      const shipsIt = (action: string): boolean => action.startsWith(`Ship ${change.item} `)
      const { outcome, actions } = await play({
        variant: { scenario: 'D' },
        horizon,
        seed,
        context: 'history',
        act: (action, { length }) => (length <= change.step && shipsIt(action) ? 'Wait' : action),
      })
      expect(actions.filter(shipsIt)).toHaveLength(1)
      expect(outcome.metrics).toMatchObject({ successfulActions: 41, actionableEvents: 42, recovered: 0 })
    }
  })
})
