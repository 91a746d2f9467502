import type { Sandbox } from '@skill-state/sandbox'
import { findSandbox } from '@skill-state/sandbox'
import { type Challenge, type Dataset, folderOf } from '../data/challenge.ts'
import type { Status } from '../data/status.ts'
import { Episode } from '../episode/episode.ts'
import { Workspace } from '../episode/workspace.ts'
import { officialMode } from '../official/official-mode.ts'
import { differenceOf } from './difference.ts'
import type { RecordedTurn, Transcript } from './read-transcripts.ts'

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
