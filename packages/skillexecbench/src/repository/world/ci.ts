import { openPulls, type PullRequest, type World } from './world.ts'

/** A run that an action of step t starts reports with the event of step t + 2. */
const stepsToReport = 2

export function startCi(world: World, pull: PullRequest): void {
  pull.ci = 'pending'
  pull.due = world.step + stepsToReport
}

/** The pull request whose run reports at this step, if there is one. */
export function duePull(world: World, step: number): number | undefined {
  for (const [, pull] of openPulls(world)) {
    if (pull.ci === 'pending' && pull.due <= step) return pull.number
  }
  return undefined
}

/** Begins a step: CI fails for the pull request named, if it is open, and passes for all others that are due. */
export function settleCi(world: World, step: number, failing: number | undefined): readonly number[] {
  world.step = step
  const passed: number[] = []
  for (const [, pull] of openPulls(world)) {
    if (pull.number === failing) pull.ci = 'failed'
    else if (pull.ci === 'pending' && pull.due <= step) {
      pull.ci = 'passed'
      passed.push(pull.number)
    }
  }
  return passed
}
