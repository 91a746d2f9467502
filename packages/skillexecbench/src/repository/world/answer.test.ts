import { expect, test } from 'vitest'
import { busyWorld, mustApply } from '../../../test/repository-world.ts'
import { answers, rightAnswer } from './answer.ts'
import { announce } from './begin.ts'
import type { RepositoryEvent } from './events.ts'
import { commands } from './events.ts'
import type { Ci, World } from './world.ts'

function right(world: World, event: RepositoryEvent): string | undefined {
  const command = rightAnswer(world, event)
  if (command !== undefined) expect(answers(world, event, command)).toBe(true)
  return command && commands.write(command)
}

function withCi(ci: Ci): World {
  const world = busyWorld()
  const pull = world.pulls.get(11)
  if (pull !== undefined) pull.ci = ci
  return world
}

test.each([
  [{ kind: 'ci-failed', pr: 11, detail: '' }, 'FixCI(alpha_1)'],
  [{ kind: 'changes', pr: 13 }, 'Commit(gamma_1, mail.ts)'],
  [{ kind: 'merge', pr: 12 }, 'Merge(pr_12)'],
  [{ kind: 'release', pr: 12 }, 'CreateRelease(beta_1)'],
  [{ kind: 'backport', pr: 12 }, 'CherryPick(c2, release_1)'],
  [{ kind: 'regression', pr: 12 }, undefined],
  [{ kind: 'review', issue: 6, pr: 16 }, 'CreatePR(zeta_1)'],
  [{ kind: 'review', issue: 1, pr: 11 }, undefined],
  [{ kind: 'review', issue: 9, pr: 19 }, undefined],
  [{ kind: 'issue', issue: 9, branch: 'eta_1', file: 'auth.ts' }, 'Commit(eta_1, auth.ts)'],
  [{ kind: 'merge', pr: 99 }, undefined],
  [{ kind: 'ci-failed', pr: 99, detail: '' }, undefined],
] as const)('answers %j with %s', (event, action) => {
  expect(right(busyWorld(), event)).toBe(action)
})

test.each([
  ['passed', 'Merge(pr_11)', 'CreateRelease(alpha_1)'],
  ['stale', 'RunTests(alpha_1)', 'RunTests(alpha_1)'],
  ['failed', 'FixCI(alpha_1)', 'FixCI(alpha_1)'],
  ['pending', undefined, undefined],
] as const)('where CI is %s, a merge takes %s and a release %s', (ci, merge, release) => {
  expect(right(withCi(ci), { kind: 'merge', pr: 11 })).toBe(merge)
  expect(right(withCi(ci), { kind: 'release', pr: 11 })).toBe(release)
})

test('the newest commit, the newest release and the last commit but one count', () => {
  const world = busyWorld()
  mustApply(world, 'CreateRelease(beta_1)', 'Commit(alpha_1, mail.ts)')
  expect(right(world, { kind: 'backport', pr: 11 })).toBe('CherryPick(c7, release_2)')
  expect(right(world, { kind: 'regression', pr: 11 })).toBe('Rollback(alpha_1)')
})

test('nothing can be backported without a release', () => {
  const world = busyWorld()
  world.releases.clear()
  expect(right(world, { kind: 'backport', pr: 11 })).toBeUndefined()
})

test('requested changes go to any file of the pull request, and to no other', () => {
  const world = busyWorld()
  mustApply(world, 'Merge(pr_14)')
  const event = { kind: 'changes', pr: 11 } as const
  const verdicts = ['auth.ts', 'cache.ts', 'mail.ts'].map((file) =>
    answers(world, event, { kind: 'Commit', branch: 'alpha_1', file }),
  )
  expect(verdicts).toEqual([true, true, false])
})

test.each(['Wait', 'Merge(pr_12)', 'RunTests(alpha_1)', 'CreateRelease(alpha_1)', 'FixCI(alpha_1)'])(
  'a merge request of a passed PR #11 is not answered by %s',
  (action) => {
    const command = commands.read(action)
    expect(command && answers(busyWorld(), { kind: 'merge', pr: 11 }, command)).toBe(false)
  },
)

test('a new issue is answered by its file on its branch alone', () => {
  const world = busyWorld()
  const event = { kind: 'issue', issue: 9, branch: 'eta_1', file: 'auth.ts' } as const
  announce(world, event)
  expect(answers(world, event, { kind: 'Commit', branch: 'eta_1', file: 'mail.ts' })).toBe(false)
  expect(answers(world, event, { kind: 'Commit', branch: 'alpha_1', file: 'auth.ts' })).toBe(false)
})
