import { type Benchmark, type JsonObject, parseOptions, type Skill } from '@skill-state/protocol'
import { z } from 'zod'
import { episodeEnvironment } from '../shared/episode-environment.ts'
import { requirePositiveInteger } from '../shared/require-positive-integer.ts'
import { taskGrid } from '../shared/task-grid.ts'
import { CASES, type Case, COLOURS, lookbackEvents } from './events.ts'
import { lookbackFloor, lookbackPlayer, NOTES } from './player.ts'

const settings = z.strictObject({
  case: z.enum(CASES).default('late').describe('what makes the state too little. Default: late.'),
})

/**
 * A parcel desk where a state loses, even with a reader that overlooks nothing. `late`: what matters later has no place in the
 * schema; `trajectory`: the answer is what was done; `structure`: kinds of facts come up on the way; `drift`: the world changes
 * without a notice, so a transcript loses too; `paraphrase`: words are explained after they were used; `misread`: labels are read
 * wrongly at times, and the truth is what most readings say.
 */
export function lookbackBenchmark({ case: kind = 'late' }: { readonly case?: Case } = {}): Benchmark {
  return {
    id: 'lookback@1',
    description: `Answer for parcels what no schema foresaw (${kind})`,
    skill: skillOf(kind),
    tasks: (options) =>
      taskGrid(options, {
        variant: kind,
        parameters: { case: kind },
        requireHorizon: (horizon) => requirePositiveInteger('horizon', horizon),
      }),
    open: ({ horizon, parameters }) => {
      const { case: opened } = settings.parse(parameters)
      const length = requirePositiveInteger('horizon', horizon)
      return episodeEnvironment('lookback', (seed) => playEvents(seed, length, opened))
    },
    player: lookbackPlayer(kind),
    floor: lookbackFloor,
    options: settings,
    with: (given) => lookbackBenchmark(parseOptions({ id: 'lookback', options: settings }, given)),
  }
}

/** Facts whose need was not foreseen. */
export const lookback: Benchmark = lookbackBenchmark()

function playEvents(
  seed: number,
  horizon: number,
  kind: Case,
): ReturnType<Parameters<typeof episodeEnvironment>[1]> {
  const events = lookbackEvents(seed, horizon, kind)
  const questions = events.filter(({ isQuestion }) => isQuestion).length
  const done: string[] = []
  let answered = 0
  return {
    begin: () => events[0]?.line ?? '',
    act(action) {
      const { answer, isQuestion } = events[done.length] ?? { answer: '', isQuestion: false }
      const right = typeof answer === 'string' ? answer : `Answer ${done.at(-answer.back)}`
      const accepted = action === right || action === 'Note'
      if (isQuestion && action === right) answered += 1
      done.push(typeof action === 'string' ? action : '')
      const text = accepted ? 'Success: Done.' : 'Error: that is not what the event asks for.'
      return { accepted, text, next: events[done.length]?.line }
    },
    outcome: () => ({
      // An episode too short for a question asks for nothing.
      reward: questions === 0 ? 1 : answered / questions,
      metrics: { successfulActions: answered, actionableEvents: questions },
    }),
  }
}

function skillOf(kind: Case): Skill {
  const colour: JsonObject = kind === 'paraphrase' ? { enum: [...COLOURS] } : { type: 'string' }
  const notes: JsonObject = { type: 'string', maxLength: NOTES }
  return {
    name: 'lookback',
    instructions: `You keep the desk of a parcel depot.
Actions:
Shelve <parcel>
Answer <value>
Note
Rules: answer each event with exactly one action. Shelve a parcel if nothing is told of it but its arrival. Answer a clerk with the value asked for, or with the action that you took then. Note everything else.
The state maps each parcel to its colour: {"colours": {"parcel_7": "red"}}.`,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        colours: {
          type: 'object',
          propertyNames: { pattern: '^parcel_[0-9]+$' },
          additionalProperties: colour,
        },
        ...(kind === 'structure' && { notes }),
      },
      required: ['colours'],
      additionalProperties: false,
    },
    initialState: { colours: {}, ...(kind === 'structure' && { notes: '' }) },
  }
}
