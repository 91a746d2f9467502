import {
  type Action,
  type Benchmark,
  type Environment,
  type Observation,
  type Player,
  SkillStateError,
  type Task,
  type Turn,
} from '@skill-state/protocol'

const TOLD = /The password is (\w+)\./

/** A password is told first and asked for last: does the runtime carry it across T − 2 steps of talk? */
function open({ seed, horizon = 10 }: Task): Environment {
  const password = ['amber', 'birch', 'cedar'][Math.abs(seed) % 3]
  let step = horizon // until reset
  let reward = 0
  const observe = (): Observation => {
    if (step === 0) return { text: `The password is ${password}.`, done: false }
    if (step === horizon) return { text: 'Thank you.', done: true }
    return { text: step === horizon - 1 ? 'What is the password?' : 'Nice weather today.', done: false }
  }
  return {
    noop: 'Wait',
    async reset({ signal }) {
      signal?.throwIfAborted()
      step = 0
      reward = 0
      return observe()
    },
    async step(action: Action) {
      if (step === horizon)
        throw new SkillStateError('environment-misuse', 'the episode has not begun, or is over')
      if (step === horizon - 1 && action === `Say ${password}`) reward = 1
      step += 1
      return observe()
    },
    outcome: async () => ({ reward }),
    close: async () => {},
  }
}

/** Decides from what the prompt shows and nothing else. */
const player: Player = {
  decide({ state, summary = '', history, observation }) {
    const told = TOLD.exec(observation)?.[1]
    if (told !== undefined) return { reasoning: 'I note it.', patch: { password: told }, action: 'Wait' }
    if (observation !== 'What is the password?') return { reasoning: 'No task.', patch: {}, action: 'Wait' }
    const known = state?.password ?? find(summary, history)?.[1]
    if (typeof known !== 'string') return { reasoning: 'I was not told.', patch: {}, action: 'Wait' }
    return { reasoning: 'I know it.', patch: {}, action: `Say ${known}` }
  },
  summarise: ({ summary, turns }) => find(summary, turns)?.[0] ?? '',
}

function find(summary: string, turns: readonly Turn[]): RegExpExecArray | null {
  return TOLD.exec([summary, ...turns.map(({ observation }) => observation)].join('\n'))
}

const password: Benchmark = {
  id: 'password@1', // a change of behaviour is a new version
  description: 'A password is told first and asked for last',
  skill: {
    name: 'password',
    instructions: 'Remember the password. Answer "Say <password>" when asked for it, else "Wait".',
    schema: { type: 'object', properties: { password: { type: 'string' } }, additionalProperties: false },
    initialState: {},
  },
  tasks: ({ seeds, horizons }) =>
    horizons.flatMap((horizon) =>
      seeds.map((seed) => ({ id: `t${horizon}-s${seed}`, seed, horizon, parameters: {} })),
    ),
  open,
  player,
}

export default password
