import { scripted } from '@skill-state/models'
import type { Benchmark, Environment, JsonObject, Model, Skill, Task } from '@skill-state/protocol'

const actionSchema: JsonObject = {
  type: 'object',
  properties: { turn: { enum: ['left', 'right'] } },
  required: ['turn'],
  additionalProperties: false,
}

const skill: Skill = {
  name: 'door',
  instructions: 'Turn the key.',
  schema: {
    type: 'object',
    properties: { turned: { type: 'string' } },
    additionalProperties: false,
  },
  initialState: {},
}

/** Its only task. */
export const front: Task = {
  id: 'front',
  seed: 42,
  instructions: 'The key is the small one.',
  parameters: {},
}

function world(): Environment {
  let turns = 0
  return {
    actionSchema,
    noop: { turn: 'left' },
    async reset() {
      turns = 0
      return { text: 'The door is closed.', done: false }
    },
    async step(action) {
      turns += 1
      return { text: `Turn ${turns}: ${JSON.stringify(action)}.`, done: turns === 3 }
    },
    async outcome() {
      return { reward: 1 }
    },
    async close() {},
  }
}

/** A benchmark with all that prompts may follow from: JSON actions, a no-op, and instructions of the task's own. */
export const door: Benchmark = {
  id: 'door@1',
  description: 'Turn a key three times',
  skill,
  tasks: () => [front],
  open: world,
}

/** Decides wrongly once in the first step, three times in the second, and then well. */
export function clumsy(answer: 'json' | 'text' | 'command'): Model {
  const turns = ['up', 'left', 'up', 'down', 'round', 'right']
  const reply: Parameters<typeof scripted>[0] = (_, call) => {
    const action = { turn: turns[call] ?? 'left' }
    if (answer === 'command') return `I try.\nAction: ${JSON.stringify(action)}`
    const decision = { state_patch: { turned: action.turn }, action }
    if (answer === 'json') return JSON.stringify({ reasoning: 'I try.', ...decision })
    return `I try.\n\`\`\`json\n${JSON.stringify(decision)}\n\`\`\``
  }
  return scripted(reply)
}
