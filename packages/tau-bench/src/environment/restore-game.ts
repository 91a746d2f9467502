import { type RecordedSteps, SkillStateError } from '@skill-state/protocol'
import type { Game } from './game.ts'
import { readAction } from './read-action.ts'

/** Leads a new game where recorded steps have led. Throws `invalid-data` if a tool answers otherwise, and the signal's reason. */
export async function restoreGame(
  game: Game,
  { first, steps, signal }: Omit<RecordedSteps, 'seed'>,
): Promise<void> {
  const recalling = (text: string) => async (said: string) => {
    const line = game.lineIn(text)
    game.user.recall(said, line)
    return line
  }
  requireSame('the first observation', await game.open(recalling(first.text)), first.text)
  for (const [index, { action, source, result }] of steps.entries()) {
    signal?.throwIfAborted()
    if (game.isOver) throw misled(`step ${index}`, 'the episode is over before it')
    const text = await game.play(readAction(action, source), recalling(result.text))
    requireSame(`the observation after step ${index}`, text, result.text)
    if (game.isOver !== result.done) throw misled(`the end at step ${index}`, `done is ${game.isOver}`)
  }
}

function requireSame(what: string, found: string, recorded: string): void {
  if (found !== recorded) throw misled(what, `it is ${JSON.stringify(found.slice(0, excerptLength))}`)
}

const excerptLength = 80

function misled(what: string, found: string): SkillStateError {
  return new SkillStateError(
    'invalid-data',
    `tau-bench: ${what} does not come out as recorded: ${found}; give the data that the run began with, or remove the trace`,
  )
}
