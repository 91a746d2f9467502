import { type Action, type Benchmark, parseOptions, type Skill } from '@skill-state/protocol'
import { z } from 'zod'
import { type Episode, episodeEnvironment } from '../shared/episode-environment.ts'
import { type Judged, judgedEpisode } from '../shared/judged.ts'
import { requirePositiveInteger, taskGrid } from '../shared/task-grid.ts'
import type { Case, LookbackEvent } from './events.ts'
import { CASES, COLOURS, lookbackEvents, parcelsOf, UNKNOWN } from './events.ts'
import { lookbackFloor, lookbackPlayer } from './player.ts'

const settings = z.strictObject({
  case: z.enum(CASES).default('late').describe('what makes the state too little. Default: late.'),
})

/**
 * A parcel desk where a state loses: its schema has room for the colour of each parcel, 42 bits, and nothing else.
 * `late`: what matters later has no place in it; `trajectory`: the answer is what was done; `structure`: parcels differ
 * in what is told; `drift`: the world changes unseen; `paraphrase`: words are explained after their use; `misread`: the
 * truth is what most readings say.
 */
export function lookbackBenchmark(given: { readonly case?: Case } = {}): Benchmark {
  const { case: kind } = parseOptions({ id: 'lookback', options: settings }, given)
  return {
    id: 'lookback@2',
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
    player: lookbackPlayer(),
    floor: lookbackFloor,
    adversary: lookbackPlayer({ guesses: true }),
    options: settings,
    with: (options) => lookbackBenchmark(options),
  }
}

export const lookback: Benchmark = lookbackBenchmark()

function playEvents(seed: number, horizon: number, kind: Case): Episode {
  const events = lookbackEvents(seed, horizon, kind)
  const questions = events.filter(({ isQuestion }) => isQuestion).length
  return judgedEpisode(
    events,
    ({ line }) => line,
    judge,
    (kinds) => {
      const answered = events.filter(({ isQuestion }, at) => isQuestion && kinds[at] === 'answered').length
      // An episode too short for a question asks for nothing.
      const reward = questions === 0 ? 1 : answered / questions
      return { reward, metrics: { successfulActions: answered, actionableEvents: questions } }
    },
  )
}

/** Tells every action the same: what tells right from wrong would carry a fact to the next step. */
function judge({ answer }: LookbackEvent, action: Action): Judged {
  const text = 'The action is on record.'
  if (action === answer) return { kind: 'answered', text }
  return { kind: action === 'Note' ? 'waited' : 'refused', text }
}

function skillOf(kind: Case): Skill {
  const names = parcelsOf(kind)
  return {
    name: 'lookback',
    instructions: `You keep the desk of a parcel depot.
Actions:
Put <parcel> <bay>
Answer <value>
Note
Rules: answer each event with exactly one action. Put a parcel on the bay that the event names. Answer a clerk with the value asked for. Note everything else.
The state holds the colour of each parcel: {"colours": {"parcel_1": "red", "parcel_2": "unknown"}}.`,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        colours: {
          type: 'object',
          properties: Object.fromEntries(names.map((name) => [name, { enum: [UNKNOWN, ...COLOURS] }])),
          required: names,
          additionalProperties: false,
        },
      },
      required: ['colours'],
      additionalProperties: false,
    },
    initialState: { colours: Object.fromEntries(names.map((name) => [name, UNKNOWN])) },
  }
}
