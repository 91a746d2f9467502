import type { Command, PlannedStep } from '../world/events.ts'
import { openBranch, type World } from '../world/world.ts'

export interface Recovery {
  recovered: boolean
  /**
   * Dependent actions that still acted on the old fact: picked a commit that is gone (A), or repaired a CI that had not
   * failed (B).
   */
  outdated: number
  turns: number
  outdatedTurns: number
}

/** Counts the answer to a step. Called before the world changes; `right` says whether the answer succeeds. */
export function countAnswer(
  recovery: Recovery,
  world: World,
  { event, dependent }: PlannedStep,
  command: Command | undefined,
  right: boolean,
): void {
  if (!world.drifted) return
  recovery.turns += 1
  if (!dependent || !('pr' in event)) return
  if (right) recovery.recovered = true
  else if (command !== undefined && isOutdated(world, event.pr, command)) {
    recovery.outdated += 1
    recovery.outdatedTurns = recovery.turns
  }
}

function isOutdated(world: World, pr: number, command: Command): boolean {
  if (command.kind === 'CherryPick') return world.dropped.has(command.commit)
  const takesForFailed = command.kind === 'FixCI' || command.kind === 'RunTests'
  return takesForFailed && command.branch === openBranch(world, pr)?.name
}
