import { type Executed, type Replayed, type ReplayOptions, readTranscripts, replay } from './replay.ts'

/**
 * Executes recorded transcripts again; whether every reward is as recorded. Throws what `open` and `replay` throw, and
 * `invalid-data`.
 */
export async function replayFile(
  file: string,
  open: () => Promise<Omit<ReplayOptions, 'transcripts'>>,
  onLine: (line: string) => void,
): Promise<boolean> {
  const transcripts = readTranscripts(file)
  const all: Replayed[] = []
  for await (const replayed of replay({ ...(await open()), transcripts })) {
    all.push(replayed)
    formatReplayed(replayed).forEach((line) => {
      onLine(line)
    })
  }
  summariseReplay(all).forEach((line) => {
    onLine(line)
  })
  return all.every(({ otherRewards }) => otherRewards.length === 0)
}

export function formatReplayed({ id, solved, otherRewards, executed, why }: Replayed): readonly string[] {
  const parts = [
    solved ? 'solved' : 'not solved',
    otherRewards.length === 0 ? 'same rewards' : `other rewards on turns ${otherRewards.join(', ')}`,
    executed === undefined ? `not executed: ${why ?? 'unknown'}` : describe(executed),
  ]
  const differences = executed?.differences ?? []
  return [
    `task ${id}: ${parts.join('; ')}`,
    ...differences.map(({ turn, reason }) => `  turn ${turn}: ${reason}`),
  ]
}

function describe({ flagRecorded, flagShown, commands, differences }: Executed): string {
  const flag = flagRecorded ? `flag shown ${flagShown ? 'again' : 'in the record, not here'}; ` : ''
  return `${flag}${commands - differences.length} of ${commands} observations equal`
}

export function summariseReplay(replayed: readonly Replayed[]): readonly string[] {
  const submits = sum(replayed.map((each) => each.submits))
  const otherRewards = sum(replayed.map((each) => each.otherRewards.length))
  return [
    `${replayed.length} episodes, ${submits} submits, ${otherRewards === 0 ? 'every reward' : `all rewards but ${otherRewards}`} as recorded`,
    summariseExecuted(
      'solved',
      replayed.filter(({ solved }) => solved),
    ),
    summariseExecuted(
      'other',
      replayed.filter(({ solved }) => !solved),
    ),
  ]
}

function summariseExecuted(name: string, replayed: readonly Replayed[]): string {
  const executed = replayed.flatMap((each) => each.executed ?? [])
  const recorded = executed.filter(({ flagRecorded }) => flagRecorded)
  const shown = recorded.filter(({ flagShown }) => flagShown).length
  const commands = sum(executed.map((each) => each.commands))
  const equal = commands - sum(executed.map((each) => each.differences.length))
  const scored = executed.filter((each) => each.scored).length
  return `${name} episodes: ${executed.length} of ${replayed.length} executed, reward 1 in ${scored}, flag shown again in ${shown} of ${recorded.length}, ${equal} of ${commands} observations equal`
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
