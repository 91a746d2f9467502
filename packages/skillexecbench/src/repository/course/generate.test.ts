import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rightAnswer } from '../world/answer.ts'
import { beginStep } from '../world/begin.ts'
import type { PlannedStep } from '../world/events.ts'
import { apply } from '../world/transitions.ts'
import { emptyWorld, type World } from '../world/world.ts'
import { generateSteps } from './generate.ts'

const options = fc.record({ seed: fc.integer(), horizon: fc.integer({ min: 1, max: 150 }) })

/** Plays the right answers, and calls back after each step has begun. */
function replay(
  steps: readonly PlannedStep[],
  look: (world: World, plan: PlannedStep, step: number) => void,
): World {
  const world = emptyWorld()
  for (const [step, plan] of steps.entries()) {
    beginStep(world, step, plan)
    look(world, plan, step)
    const answer = rightAnswer(world, plan.event)
    if (answer !== undefined) expect(apply(world, answer).accepted).toBe(true)
  }
  return world
}

test('the same options give the same steps, and a shorter horizon the first of them', () => {
  fc.assert(
    fc.property(options, fc.nat(), ({ seed, horizon }, cut) => {
      const steps = generateSteps({ seed, horizon })
      expect(steps).toHaveLength(horizon)
      const shorter = 1 + (cut % horizon)
      expect(generateSteps({ seed, horizon: shorter })).toEqual(steps.slice(0, shorter))
    }),
  )
})

test('every event is answered by an action that the world accepts', () => {
  fc.assert(
    fc.property(options, (o) => {
      replay(generateSteps(o), (world, { event, drift, dependent }) => {
        expect(rightAnswer(world, event)).toBeDefined()
        expect([drift, dependent]).toEqual([undefined, undefined])
      })
    }),
  )
})

test('two to six features are at work at a time, in branches that were never named before', () => {
  fc.assert(
    fc.property(options, (o) => {
      const named = new Set<string>()
      replay(generateSteps(o), (world, { event }, step) => {
        if (event.kind === 'issue') {
          expect(named).not.toContain(event.branch)
          named.add(event.branch)
        }
        expect(world.assignments.size).toBeLessThanOrEqual(6)
        if (step >= 2) expect(world.assignments.size).toBeGreaterThanOrEqual(2)
      })
    }),
  )
})

test('issues and pull requests share one count', () => {
  fc.assert(
    fc.property(options, (o) => {
      const numbers = generateSteps(o).flatMap(({ event }) =>
        event.kind === 'issue' ? [event.issue] : event.kind === 'review' ? [event.pr] : [],
      )
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }),
  )
})

test('only a run that is due fails, and every kind of event and answer occurs', () => {
  const kinds = new Map<string, number>()
  const verbs = new Map<string, number>()
  let stacked = 0
  for (let seed = 0; seed < 30; seed += 1) {
    let previous = new Map<number, string>()
    replay(generateSteps({ seed, horizon: 200 }), (world, { event }) => {
      kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1)
      const verb = rightAnswer(world, event)?.kind ?? ''
      verbs.set(verb, (verbs.get(verb) ?? 0) + 1)
      if (event.kind === 'issue' && event.stackedOn !== undefined) stacked += 1
      if (event.kind === 'ci-failed') expect(previous.get(event.pr)).toBe('pending')
      previous = new Map([...world.pulls].map(([number, { ci }]) => [number, ci]))
    })
  }
  const every = ['issue', 'review', 'ci-failed', 'changes', 'merge', 'release', 'backport', 'regression']
  for (const kind of every) expect(kinds.get(kind)).toBeGreaterThan(100)
  const actions = [
    'Commit',
    'CreatePR',
    'Merge',
    'FixCI',
    'RunTests',
    'CherryPick',
    'CreateRelease',
    'Rollback',
  ]
  for (const verb of actions) expect(verbs.get(verb)).toBeGreaterThan(100)
  expect(verbs.get('Wait')).toBeUndefined()
  expect(stacked).toBeGreaterThan(200)
})

test('half of all merges make another result stale, and some go into a feature branch', () => {
  let merges = 0
  let invalidating = 0
  let intoFeatures = 0
  for (let seed = 0; seed < 30; seed += 1) {
    let before = 0
    let merging = false
    replay(generateSteps({ seed, horizon: 200 }), (world, { event }) => {
      const stale = [...world.pulls.values()].filter(
        ({ ci, status }) => ci === 'stale' && status === 'open',
      ).length
      if (merging && stale > before) invalidating += 1
      before = stale
      const answer = rightAnswer(world, event)
      merging = answer?.kind === 'Merge'
      if (answer?.kind !== 'Merge') return
      merges += 1
      const branch = world.branches.get(world.pulls.get(answer.pr)?.branch ?? '')
      if (branch !== undefined && world.branches.has(branch.base)) intoFeatures += 1
    })
  }
  expect(invalidating / merges).toBeGreaterThan(0.4)
  expect(intoFeatures / merges).toBeGreaterThan(0.05)
})

test('neighbouring seeds differ early', () => {
  const starts = new Set<string>()
  for (let seed = 0; seed < 50; seed += 1) starts.add(JSON.stringify(generateSteps({ seed, horizon: 10 })))
  expect(starts.size).toBe(50)
})

test('a long horizon needs no more than a step each', () => {
  expect(generateSteps({ seed: 1, horizon: 5_000 })).toHaveLength(5_000)
})
