import {
  type Action,
  type Environment,
  type JsonObject,
  type Model,
  type Observation,
  promptText,
  type Skill,
} from '@skill-state/protocol'
import fc from 'fast-check'
import type { CommitMode } from '../src/journal/journal.ts'

/** For tests: a skill whose state may be anything. */
export const skill: Skill = {
  name: 'ledger',
  instructions: 'Keep the ledger.',
  schema: { type: 'object' },
  initialState: { count: 0, '10': 'ten', list: [1, -0] },
}

/** What is in the world: the answers so far, by the key of their action. Outlives any process. */
export type Effects = Map<string, Observation>

/** A world that ends after `horizon` actions, of which it rejects every third, and executes each key once. */
export function world(horizon: number, effects: Effects): Environment {
  const look = (text: string): Observation => ({
    text: `${text} event ${effects.size}`,
    done: effects.size >= horizon,
    refused: effects.size % 3 === 0,
  })
  return {
    noop: 'wait',
    reset: async () => ({ text: 'event 0', done: horizon === 0 }),
    step: async (action, { key } = {}) => {
      if (key === undefined) throw new Error('a journal gives each action a key')
      const known = effects.get(key)
      if (known) return known
      effects.set(key, { text: '', done: false })
      const observation = look(`did ${describe(action)}\ud800;`)
      effects.set(key, observation)
      return observation
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}

function describe(action: Action): string {
  return typeof action === 'string' ? action : JSON.stringify(action)
}

/** A model that answers event `t` with the patch of step t, and keeps what it was shown. */
export function model(patches: readonly JsonObject[], prompts: string[] = []): Model {
  return {
    id: 'scripted',
    generate: async (request) => {
      const prompt = promptText(request.prompt)
      prompts.push(prompt)
      const step = Number([...prompt.matchAll(/event (\d+)/g)].at(-1)?.[1])
      const json = JSON.stringify({ state_patch: patches[step] ?? {}, action: `act ${step}` })
      return { text: `\`\`\`json\n${json}\n\`\`\``, finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
}

const keys = fc.constantFrom(
  'count',
  'a',
  'b',
  '',
  '7',
  '10',
  '2',
  '__proto__',
  'constructor',
  'a/b',
  '~',
  '\udc00',
)

const scalars = fc.oneof(
  fc.constantFrom(-0, 0, 1e-7, 0.1, -1.5e-300, Number.MAX_SAFE_INTEGER),
  fc.constantFrom('', '\ud800', '𝄞', '\u2028"\\', '\0'),
  fc.boolean(),
  fc.integer(),
  fc.string(),
)

/** Merge patches with odd keys and values, as a model may write them; some levels are objects, some are gone. */
export const patches: fc.Arbitrary<JsonObject> = fc.letrec<{ patch: JsonObject }>((tie) => ({
  patch: fc
    .array(
      fc.tuple(
        keys,
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.oneof(scalars, fc.constant(null), fc.array(scalars, { maxLength: 2 })),
          tie('patch'),
        ),
      ),
      { maxLength: 3 },
    )
    .map((entries) => Object.fromEntries(entries)),
})).patch

export const commits: fc.Arbitrary<CommitMode> = fc.constantFrom('before-action', 'after-accept')
