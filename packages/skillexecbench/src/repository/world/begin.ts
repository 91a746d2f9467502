import { applyDrift } from './drift.ts'
import { describeEvent, type PlannedStep, type RepositoryEvent } from './events.ts'
import { assign, settleCi, type World } from './world.ts'

/** Begins a step in the world, and gives the lines that tell of it: CI that passed, the drift, the event last. */
export function beginStep(
  world: World,
  step: number,
  plan: PlannedStep,
  silent: boolean = false,
): readonly string[] {
  const news = beginNews(world, step, plan, silent)
  announce(world, plan.event)
  return [...news, describeEvent(plan.event)]
}

export function beginNews(
  world: World,
  step: number,
  { event, drift }: { readonly [K in 'event' | 'drift']?: PlannedStep[K] | undefined },
  silent: boolean = false,
): readonly string[] {
  const passed = settleCi(world, step, event?.kind === 'ci-failed' ? event.pr : falseFailure(drift))
  const drifted = drift === undefined ? undefined : applyDrift(world, drift)
  return [
    ...passed.map((pr) => `CI Pipeline Passed for PR #${pr}.`),
    ...(drifted === undefined || (silent && drift?.kind !== 'false-failure') ? [] : [drifted]),
  ]
}

export function announce(world: World, event: RepositoryEvent): void {
  if (event.kind === 'issue') assign(world, event)
  if (event.kind !== 'review') return
  const assignment = world.assignments.get(event.issue)
  if (assignment !== undefined) assignment.pr = event.pr
}

function falseFailure(drift: PlannedStep['drift']): number | undefined {
  return drift?.kind === 'false-failure' ? drift.pr : undefined
}
