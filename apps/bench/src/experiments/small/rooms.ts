import {
  type Benchmark,
  type Environment,
  invalidOption,
  parseOptions,
  SkillStateError,
  type Task,
} from '@skill-state/protocol'
import { z } from 'zod'
import { describeEvent, drawRooms, NAMES, ROOMS, type RoomsEvent, sentence } from './events.ts'

const id = 'rooms@1'

const settings = z.strictObject({
  persons: z.int().min(2).max(NAMES.length).default(6).describe('persons, each in one room. Default: 6.'),
})

/** People move between four rooms, and the agent is asked where one of them is: a task for the smallest language models. */
export function rooms(persons: number): Benchmark {
  return {
    id,
    description: 'Say in which of four rooms a person is now',
    skill: {
      name: 'rooms',
      instructions: `Follow where each person is: ${ROOMS.join(', ')}. Answer a question with "<name> is in the <room>.", and all else with "Wait".`,
      schema: { type: 'object', additionalProperties: { enum: [...ROOMS] } },
      initialState: {},
    },
    *tasks({ seeds, horizons }) {
      for (const horizon of horizons) for (const seed of seeds) yield taskOf(persons, horizon, seed)
    },
    open: openRooms,
    options: settings,
    with: (given) => rooms(parseOptions({ id, options: settings }, given).persons),
  }
}

function taskOf(persons: number, horizon: number, seed: number): Task {
  if (!Number.isSafeInteger(horizon) || horizon < 1)
    throw invalidOption(`horizon must be a whole number from 1`)
  const variant = `persons-${persons}`
  const name = `${variant}-t${String(horizon).padStart(4, '0')}-s${seed}`
  return { id: name, seed, variant, horizon, parameters: { persons } }
}

function openRooms({ horizon = 1, parameters }: Task): Environment {
  let events: readonly RoomsEvent[] = []
  let [step, asked, answered] = [0, 0, 0]
  const current = (): RoomsEvent => {
    const event = events[Math.min(step, horizon - 1)]
    if (event === undefined) throw new SkillStateError('environment-misuse', `${id}: call reset first`)
    return event
  }
  return {
    noop: 'Wait',
    async reset({ seed, signal }) {
      signal?.throwIfAborted()
      events = drawRooms(seed, Number(parameters.persons), horizon)
      ;[step, asked, answered] = [0, 0, 0]
      return { text: describeEvent(current()), done: false }
    },
    async step(action, { signal } = {}) {
      signal?.throwIfAborted()
      const event = current()
      if (step >= horizon) throw new SkillStateError('environment-misuse', `${id}: the episode is over`)
      if (event.asked !== undefined) {
        asked += 1
        if (action === sentence(event.asked, event.places[event.asked])) answered += 1
      }
      step += 1
      return { text: step === horizon ? 'The end.' : describeEvent(current()), done: step === horizon }
    },
    expectedState: () => ({ ...events[step - 1]?.places }),
    async outcome() {
      current()
      const reward = asked === 0 ? 1 : answered / asked
      return { reward, metrics: { successfulActions: answered, actionableEvents: asked } }
    },
    close: async () => {},
  }
}
