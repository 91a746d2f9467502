import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { check, invalidData, parseJson, readText } from '../data/parse.ts'

export interface RecordedTurn {
  readonly action: string
  /** Whole, not as the model saw it. */
  readonly observation: string
  readonly reward: number
}

export interface Transcript {
  readonly id: number
  readonly query: string
  readonly turns: readonly RecordedTurn[]
}

const episodeSchema = z.object({
  task_id: z.int().nonnegative(),
  query: z.string(),
  turn_history: z.object({
    actions: z.array(z.string()),
    observations: z.array(z.string()),
    rewards: z.array(z.number()),
  }),
})

/** Reads a result file of the official `eval_n_turn.py`, gzipped or not. Throws `invalid-data`. */
export function readTranscripts(file: string): readonly Transcript[] {
  const where = JSON.stringify(file)
  const text = readText(file, 'recorded episodes', unzipped)
  const episodes = check(z.record(z.string(), episodeSchema), parseJson(text, where), where)
  return Object.values(episodes)
    .map(({ task_id: id, query, turn_history: history }) => ({
      id,
      query,
      turns: turnsOf(history, `${where}, task ${id}`),
    }))
    .sort((a, b) => a.id - b.id)
}

type History = z.infer<typeof episodeSchema>['turn_history']

/** An action without an observation is left out: the harness records that way that the model gave no answer. */
function turnsOf({ actions, observations, rewards }: History, where: string): readonly RecordedTurn[] {
  return observations.map((observation, index) => {
    const [action, reward] = [actions[index], rewards[index]]
    if (action !== undefined && reward !== undefined) return { action, observation, reward }
    throw invalidData(`${where}: observation ${index} has no action or no reward`)
  })
}

function unzipped(bytes: Buffer): string {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString()
}
