import { gunzipSync } from 'node:zlib'
import { findSandbox, type Sandbox } from '@skill-state/sandbox'
import { z } from 'zod'
import { type Challenge, type Dataset, folderOf } from '../data/challenge.ts'
import { check, invalidData, parseJson, readText } from '../data/parse.ts'
import type { Status } from '../data/status.ts'
import { Episode } from '../episode/episode.ts'
import { Workspace } from '../episode/workspace.ts'
import { officialMode } from '../official/official-mode.ts'
import { MALFORMED, TIMED_OUT } from '../official/read-move.ts'

interface RecordedTurn {
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

export function differenceOf(replayed: string, recorded: string): string | undefined {
  if (replayed === recorded) return undefined
  for (const text of [TIMED_OUT, MALFORMED]) {
    if (recorded === text) return `"${text}" in the record, not here`
    if (replayed === text) return `"${text}" here, not in the record`
  }
  if (sorted(replayed) === sorted(recorded)) return 'the same characters in another order'
  if (isPythonError(replayed) && isPythonError(recorded)) return 'an error that Python words differently'
  return `other text from character ${firstDifference(replayed, recorded)} on`
}

const sorted = (text: string): string => text.split('').sort().join('')

function isPythonError(text: string): boolean {
  return /^\s*File ".*", line \d+/m.test(text) && /^\w*(Error|Exception|Interrupt)\b/m.test(text)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charAt(at) === b.charAt(at)) at += 1
  return at
}

export interface ReplayOptions {
  readonly data: Dataset
  readonly transcripts: readonly Transcript[]
  /** Default: the one that `findSandbox` finds. */
  readonly sandbox?: Sandbox | undefined
  /** Which challenges are executed; of the others the rewards alone are computed. Default: `offline` ones. */
  readonly statuses?: readonly Status[] | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Replayed {
  readonly id: number
  /** Whether a recorded reward is 1. */
  readonly solved: boolean
  /** Number of recorded submits, and on which turns (from 1) the reward that is computed now is another. */
  readonly submits: number
  readonly otherRewards: readonly number[]
  readonly executed?: Executed | undefined
  readonly why?: string | undefined
}

export interface Executed {
  /** Whether a command's recorded output has the flag, and whether today's has it. */
  readonly flagRecorded: boolean
  readonly flagShown: boolean
  readonly scored: boolean
  /** Number of commands, and where what they printed differs. */
  readonly commands: number
  readonly differences: readonly { readonly turn: number; readonly reason: string }[]
}

/** Room for everything that a command prints. */
const keptBytes = 2 ** 23

/** Recomputes recorded rewards, and executes the commands by the official rules. Throws what the data and the sandbox throw. */
export async function* replay(options: ReplayOptions): AsyncGenerator<Replayed, void, undefined> {
  const { data, transcripts, statuses = ['offline'], signal } = options
  let sandbox = options.sandbox
  for (const transcript of transcripts) {
    const challenge = data.challenges.find(({ id }) => id === transcript.id)
    const common = { id: transcript.id, solved: transcript.turns.some(({ reward }) => reward === 1) }
    if (challenge === undefined) {
      yield { ...common, submits: 0, otherRewards: [], why: 'the data has no such task' }
      continue
    }
    const rewards = compareRewards(challenge, transcript.turns)
    const why = reasonAgainst(challenge, transcript, statuses)
    if (why !== undefined) {
      yield { ...common, ...rewards, why }
      continue
    }
    sandbox ??= await findSandbox()
    yield { ...common, ...rewards, executed: await execute(challenge, transcript.turns, { sandbox, signal }) }
  }
}

function reasonAgainst(
  { status, why, query }: Challenge,
  transcript: Transcript,
  statuses: readonly Status[],
): string | undefined {
  if (!statuses.includes(status)) return why ?? status
  return query === transcript.query ? undefined : 'it was recorded with another question'
}

function compareRewards(
  challenge: Challenge,
  turns: readonly RecordedTurn[],
): Pick<Replayed, 'submits' | 'otherRewards'> {
  const judged = turns.map(({ action, reward }, index) => {
    const move = officialMode.read(action, folderOf(challenge))
    const right = move.kind === 'submit' && challenge.gold.equals(move.flag)
    return { turn: index + 1, submit: move.kind === 'submit', same: reward === (right ? 1 : 0) }
  })
  return {
    submits: judged.filter(({ submit }) => submit).length,
    otherRewards: judged.filter(({ same }) => !same).map(({ turn }) => turn),
  }
}

async function execute(
  challenge: Challenge,
  turns: readonly RecordedTurn[],
  { sandbox, signal }: { readonly sandbox: Sandbox; readonly signal: AbortSignal | undefined },
): Promise<Executed> {
  const workspace = await Workspace.open(challenge, { sandbox, signal, limits: { keptBytes } })
  try {
    const limits = { ...officialMode.limits, turns: turns.length }
    const episode = new Episode(challenge, { mode: officialMode, limits }, workspace)
    return await follow(challenge, { episode, turns, signal })
  } finally {
    await workspace.close()
  }
}

interface Course {
  readonly episode: Episode
  readonly turns: readonly RecordedTurn[]
  readonly signal: AbortSignal | undefined
}

async function follow({ gold }: Challenge, { episode, turns, signal }: Course): Promise<Executed> {
  const differences: { turn: number; reason: string }[] = []
  let [flagRecorded, flagShown, commands] = [false, false, 0]
  for (const [index, { action, observation }] of turns.entries()) {
    if (episode.isOver) break
    const { kind } = officialMode.read(action, episode.folder)
    const turn = await episode.act(action, signal)
    if (kind === 'submit' || kind === 'skip') continue
    commands += 1
    flagRecorded ||= gold.findIn(observation) !== undefined
    flagShown ||= gold.findIn(turn.observation) !== undefined
    const reason = differenceOf(turn.observation, observation)
    if (reason !== undefined) differences.push({ turn: index + 1, reason })
  }
  const { reward } = episode.outcome()
  return { flagRecorded, flagShown, scored: reward === 1, commands, differences }
}
