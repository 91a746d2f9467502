import { expect, test } from 'vitest'
import { complaint, mendable, type PlantedFault, unplanted } from '../../test/planted-faults.ts'
import type { Action, Environment, Observation, Outcome } from '../environment.ts'
import { SkillStateError } from '../errors.ts'
import type { Check } from './rules/rule.ts'
import { testEnvironment } from './test-environment.ts'

/** A stair of three steps that opens upward for the action `up`. The seed decides where it starts. */
class Stair implements Environment {
  readonly noop: Action = 'wait'
  seed = 0
  height = 0
  started = false

  async reset({ seed, signal }: { seed: number; signal?: AbortSignal }): Promise<Observation> {
    signal?.throwIfAborted()
    this.seed = seed
    this.height = 0
    this.started = true
    return this.look('You stand below.')
  }

  async step(action: Action): Promise<Observation> {
    if (!this.started || this.height >= 3) throw new SkillStateError('environment-misuse', 'reset first')
    if (action !== 'up') return this.look('Nothing happens.')
    this.height += 1
    return this.look('You climb.')
  }

  async outcome(): Promise<Outcome> {
    return { reward: this.height / 3, metrics: { height: this.height } }
  }

  async close(): Promise<void> {}

  look(text: string): Observation {
    return { text: `${text} Height ${this.height} of stair ${this.seed}.`, done: this.height >= 3 }
  }
}

function suite(open: () => Environment): readonly Check[] {
  return testEnvironment({ open, actions: ['up', 'look', 'up', 'up'], reachesEnd: true })
}

let opened = 0
let shared = 0

const faults: readonly PlantedFault<() => Environment>[] = [
  {
    fault: 'is done from the start',
    caughtBy: 'starts with text, not done',
    implementation: () =>
      new (class extends Stair {
        override look(text: string): Observation {
          return { text, done: true }
        }
      })(),
  },
  {
    fault: 'is silent half-way',
    caughtBy: 'answers every action with text',
    implementation: () =>
      new (class extends Stair {
        override look(text: string): Observation {
          return this.height === 2 ? { text: '', done: false } : super.look(text)
        }
      })(),
  },
  {
    fault: 'throws at a line break',
    caughtBy: 'answers hostile actions',
    implementation: () =>
      new (class extends Stair {
        override async step(action: Action): Promise<Observation> {
          if (typeof action === 'string' && action.includes('\n')) throw new Error('one line, please')
          return super.step(action)
        }
      })(),
  },
  {
    fault: 'throws at an object that its schema rejects',
    caughtBy: 'answers hostile actions',
    implementation: () =>
      new (class extends Stair {
        readonly actionSchema = { type: 'object', required: ['direction'] }
        override async step(action: Action): Promise<Observation> {
          if (typeof action === 'object') throw new Error('no direction')
          return super.step(action)
        }
      })(),
  },
  {
    fault: 'throws at its own no-op',
    caughtBy: 'answers its no-op, if it has one',
    implementation: () =>
      new (class extends Stair {
        override async step(action: Action): Promise<Observation> {
          if (action === 'wait') throw new Error('unknown action')
          return super.step(action)
        }
      })(),
  },
  {
    fault: 'tells instances by a counter',
    caughtBy: 'repeats an episode for the same seed and actions',
    implementation: () => {
      opened += 1
      const number = opened
      return new (class extends Stair {
        override look(text: string): Observation {
          return { ...super.look(text), text: `${text} Stair number ${number}.` }
        }
      })()
    },
  },
  {
    fault: 'keeps its height when reset in mid-episode',
    caughtBy: 'starts from the beginning when reset in mid-episode',
    implementation: () =>
      new (class extends Stair {
        override async reset(options: { seed: number; signal?: AbortSignal }): Promise<Observation> {
          const height = this.height % 3
          await super.reset(options)
          this.height = height
          return this.look('You stand below.')
        }
      })(),
  },
  {
    fault: 'keeps its height when reset after the end',
    caughtBy: 'starts from the beginning when reset after an episode',
    implementation: () =>
      new (class extends Stair {
        override async reset(options: { seed: number; signal?: AbortSignal }): Promise<Observation> {
          const ended = this.height >= 3
          await super.reset(options)
          if (ended) this.height = 1
          return this.look('You stand below.')
        }
      })(),
  },
  {
    fault: 'keeps its height in a variable of the module',
    caughtBy: 'keeps instances apart',
    implementation: () =>
      new (class extends Stair {
        override async reset(options: { seed: number; signal?: AbortSignal }): Promise<Observation> {
          shared = 0
          return super.reset(options)
        }
        override look(text: string): Observation {
          shared += 1
          return { ...super.look(text), text: `${text} Look ${shared}.` }
        }
      })(),
  },
  {
    fault: 'gives a percentage as the reward',
    caughtBy: 'gives a reward from 0 to 1 at every point',
    implementation: () =>
      new (class extends Stair {
        override async outcome(): Promise<Outcome> {
          return { reward: (100 * this.height) / 3 }
        }
      })(),
  },
  {
    fault: 'divides a metric by zero steps',
    caughtBy: 'gives finite metrics at every point',
    implementation: () =>
      new (class extends Stair {
        override async outcome(): Promise<Outcome> {
          return { reward: 0, metrics: { pace: this.height / this.height } }
        }
      })(),
  },
  {
    fault: 'counts how often it was asked for the outcome',
    caughtBy: 'changes nothing when asked for the outcome',
    implementation: () =>
      new (class extends Stair {
        asked = 0
        override async outcome(): Promise<Outcome> {
          this.asked += 1
          return { reward: 0, metrics: { asked: this.asked } }
        }
      })(),
  },
  {
    fault: 'needs no reset',
    caughtBy: 'rejects a step before reset',
    implementation: () =>
      new (class extends Stair {
        override started = true
      })(),
  },
  {
    fault: 'rejects a step after the end with another error',
    caughtBy: 'rejects a step after the end',
    implementation: () =>
      new (class extends Stair {
        override async step(action: Action): Promise<Observation> {
          if (this.height >= 3) throw new Error('over')
          return super.step(action)
        }
      })(),
  },
  {
    fault: 'never ends, against the promise',
    caughtBy: 'rejects a step after the end',
    implementation: () =>
      new (class extends Stair {
        override look(text: string): Observation {
          return { ...super.look(text), done: false }
        }
      })(),
  },
  {
    fault: 'ignores the signal',
    caughtBy: 'does not reset when the signal is aborted',
    implementation: () =>
      new (class extends Stair {
        override async reset({ seed }: { seed: number }): Promise<Observation> {
          return super.reset({ seed })
        }
      })(),
  },
  {
    fault: 'closes only once',
    caughtBy: 'closes more than once',
    implementation: () =>
      new (class extends Stair {
        closed = false
        override async close(): Promise<void> {
          if (this.closed) throw new Error('closed already')
          this.closed = true
        }
      })(),
  },
]

for (const check of suite(() => new Stair())) test(`a correct environment ${check.name}`, check.run)

test.for(faults)('$caughtBy: notices an environment that $fault', async ({ implementation, caughtBy }) => {
  expect(await complaint(suite(implementation), caughtBy)).toMatch(mendable)
})

/** Faults that break more than the rule under test: the complaint is about the fault. */
const crude: readonly (readonly [string, Partial<Environment>, RegExp])[] = [
  [
    'answers nothing',
    { reset: async () => undefined as unknown as Observation },
    /expected reset to be answered with \{ text, done \}, saw undefined\. .*: return \{ text, done \}/,
  ],
  [
    'throws at an action',
    {
      step: async () => {
        throw new TypeError('no such\nkey')
      },
    },
    /answer to the action "up", saw the error TypeError: no such key\. .*: let step answer/,
  ],
  [
    'cannot be closed',
    {
      close: async () => {
        throw new Error('busy')
      },
    },
    /expected close to succeed, saw the error Error: busy\. .*: let close free/,
  ],
]

test.for(crude)('an environment that %s is told so, whatever the rule', async ([, parts, said]) => {
  const message = await complaint(
    suite(() => Object.assign(new Stair(), parts)),
    'repeats an episode for the same seed and actions',
  )
  expect(message).toMatch(mendable)
  expect(message).toMatch(said)
})

test('of a broken rule and a close that throws, the rule is told', async () => {
  const open = (): Environment =>
    Object.assign(new Stair(), { look: () => ({ text: '', done: false }), close: () => Promise.reject('no') })
  expect(await complaint(suite(open), 'starts with text, not done')).toMatch(/non-empty text, saw ""/)
})

test('an environment that cannot be opened is told so', async () => {
  const open = (): Environment => {
    throw new Error('no room')
  }
  const message = await complaint(suite(open), 'closes more than once')
  expect(message).toMatch(/expected open to return an environment, saw the error Error: no room/)
  expect(message).toMatch(mendable)
})

test('every check of an environment can fail', () => {
  expect(
    unplanted(
      suite(() => new Stair()),
      faults,
    ),
  ).toEqual([])
})
