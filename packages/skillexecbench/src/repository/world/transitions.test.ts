import { expect, test } from 'vitest'
import { act, busyWorld, ciOf, commitsOf, mustApply } from '../../../test/repository-world.ts'
import { announce } from './begin.ts'
import { applyDrift } from './drift.ts'
import { mergedIssues, settleCi } from './world.ts'

const passed = { 11: 'passed', 12: 'passed', 13: 'passed', 14: 'passed', 15: 'passed' }

test.each([
  ['Commit(alpha_1, mail.ts)', 'Committed c7 (mail.ts) to alpha_1.', { ...passed, 11: 'pending' }],
  ['Commit(zeta_1, auth.ts)', 'Committed c7 (auth.ts) to zeta_1.', passed],
  ['RunTests(beta_1)', 'Started the tests of beta_1.', { ...passed, 12: 'pending' }],
  ['CreateRelease(beta_1)', 'Released beta_1 as release_2.', passed],
  ['CherryPick(c3, release_1)', 'Cherry-picked c3 to release_1 as c7.', passed],
  ['Wait', 'Waited.', passed],
])('accepts %s', (action, text, ci) => {
  const world = busyWorld()
  expect(act(world, action)).toEqual({ accepted: true, text: `Success: ${text}` })
  expect(ciOf(world)).toEqual(ci)
})

test.each([
  ['Commit(alpha_1, nothing.ts)', 'there is no such file.'],
  ['Commit(nobody_1, auth.ts)', 'there is no such branch.'],
  ['Commit(master, auth.ts)', 'master changes by merges only.'],
  ['Commit(release_1, auth.ts)', 'release_1 is a release, which takes cherry-picks only.'],
  ['CreatePR(nobody_1)', 'there is no such branch.'],
  ['CreatePR(master)', 'master changes by merges only.'],
  ['CreatePR(alpha_1)', 'alpha_1 already has PR #11 (open).'],
  ['CreatePR(zeta_1)', 'no review of zeta_1 was requested.'],
  ['Merge(pr_99)', 'there is no such PR.'],
  ['FixCI(alpha_1)', 'the CI of PR #11 is passed, not failed.'],
  ['FixCI(zeta_1)', 'zeta_1 has no pull request.'],
  ['FixCI(nobody_1)', 'there is no such branch.'],
  ['RunTests(zeta_1)', 'zeta_1 has no pull request.'],
  ['RunTests(master)', 'master changes by merges only.'],
  ['CreateRelease(zeta_1)', 'zeta_1 has no pull request.'],
  ['CreateRelease(release_1)', 'release_1 is a release, which takes cherry-picks only.'],
  ['Rollback(alpha_1)', 'alpha_1 has one commit only, and nothing to roll back to.'],
  ['Rollback(nobody_1)', 'there is no such branch.'],
  ['CherryPick(c1, master)', 'master is not a release.'],
  ['CherryPick(c1, alpha_1)', 'alpha_1 is not a release.'],
  ['CherryPick(c1, nobody_1)', 'there is no such branch.'],
  ['CherryPick(c99, release_1)', 'there is no such commit on any branch.'],
])('refuses %s and changes nothing', (action, reason) => {
  const world = busyWorld()
  expect(act(world, action)).toEqual({ accepted: false, text: `Error: ${reason}` })
  expect(world).toEqual(busyWorld())
})

test.each(['pending', 'failed', 'stale'] as const)('neither merges nor releases what is %s', (ci) => {
  const world = busyWorld()
  const pull = world.pulls.get(11)
  if (pull === undefined) throw new Error('PR #11 is open')
  pull.ci = ci
  const before = structuredClone(world)
  const text = `Error: the CI of PR #11 is ${ci}, not passed.`
  expect(act(world, 'Merge(pr_11)').text).toBe(text)
  expect(act(world, 'CreateRelease(alpha_1)').text).toBe(text)
  expect(world).toEqual(before)
})

test('a merge moves commits to master, deletes the branch, and invalidates what depends on it', () => {
  const world = busyWorld()
  expect(act(world, 'Merge(pr_11)').text).toBe('Success: Merged PR #11 from alpha_1 into master.')
  expect(world.master.map(({ id }) => id)).toEqual(['c1'])
  expect(world.branches.has('alpha_1')).toBe(false)
  expect(world.pulls.get(11)?.status).toBe('merged')
  expect(ciOf(world)).toEqual({ 12: 'stale', 13: 'passed', 14: 'stale', 15: 'passed' })
  expect(world.branches.get('delta_1')?.base).toBe('master')
  expect(world.branches.get('epsilon_1')?.base).toBe('delta_1')
  expect([...mergedIssues(world)]).toEqual([1])
  expect(act(world, 'Merge(pr_11)').text).toBe('Error: PR #11 is merged.')
  expect(act(world, 'Commit(alpha_1, auth.ts)').text).toBe('Error: there is no such branch.')
})

test('a merge into a feature branch lands there, and makes its pull request stale', () => {
  const world = busyWorld()
  mustApply(world, 'Merge(pr_14)')
  expect(commitsOf(world, 'alpha_1')).toEqual(['c1', 'c4'])
  expect(world.master).toEqual([])
  expect([...mergedIssues(world)]).toEqual([])
  expect(ciOf(world)).toEqual({ 11: 'stale', 12: 'passed', 13: 'passed', 15: 'stale' })
  expect(world.branches.get('epsilon_1')?.base).toBe('alpha_1')
  mustApply(world, 'RunTests(alpha_1)')
  settleCi(world, 12, undefined)
  mustApply(world, 'Merge(pr_11)')
  expect([...mergedIssues(world)]).toEqual([1, 4])
})

test('a merge invalidates what touches any of its files, also a run that has not reported', () => {
  const world = busyWorld()
  mustApply(world, 'Commit(gamma_1, parser.ts)')
  settleCi(world, 12, undefined)
  mustApply(world, 'RunTests(epsilon_1)', 'Merge(pr_13)')
  expect(ciOf(world)).toEqual({ 11: 'passed', 12: 'passed', 14: 'passed', 15: 'stale' })
  expect(settleCi(world, 20, undefined)).toEqual([])
  expect(ciOf(world)[15]).toBe('stale')
})

test('an issue that is taken on before its parent is merged is built on what the parent was merged into', () => {
  const world = busyWorld()
  announce(world, { kind: 'issue', issue: 7, branch: 'eta_1', file: 'mail.ts', stackedOn: 14 })
  mustApply(world, 'Merge(pr_14)', 'Commit(eta_1, mail.ts)')
  expect(world.branches.get('eta_1')?.base).toBe('alpha_1')
})

test('an issue on a pull request that the agent never opened is built on master', () => {
  const world = busyWorld()
  announce(world, { kind: 'issue', issue: 7, branch: 'eta_1', file: 'mail.ts', stackedOn: 99 })
  mustApply(world, 'Commit(eta_1, mail.ts)')
  expect(world.branches.get('eta_1')?.base).toBe('master')
})

test('a fix is a commit that starts CI', () => {
  const world = busyWorld()
  settleCi(world, 11, 13)
  expect(ciOf(world)).toEqual({ ...passed, 13: 'failed' })
  expect(act(world, 'FixCI(gamma_1)').text).toBe('Success: Fixed the CI of gamma_1 with c7.')
  expect(world.branches.get('gamma_1')?.commits).toEqual([
    { id: 'c3', file: 'mail.ts', issue: 3 },
    { id: 'c7', file: 'mail.ts', issue: 3 },
  ])
  expect(ciOf(world)[13]).toBe('pending')
})

test('a rollback takes the newest commit away and starts CI', () => {
  const world = busyWorld()
  mustApply(world, 'Commit(alpha_1, mail.ts)')
  settleCi(world, 12, undefined)
  expect(act(world, 'Rollback(alpha_1)').text).toBe('Success: Rolled alpha_1 back to c1.')
  expect(commitsOf(world, 'alpha_1')).toEqual(['c1'])
  expect(ciOf(world)[11]).toBe('pending')
  expect(act(world, 'CherryPick(c7, release_1)').accepted).toBe(false)
})

test('CI reports two steps after it was started, anew with each push', () => {
  const world = busyWorld()
  mustApply(world, 'RunTests(alpha_1)')
  expect(settleCi(world, 11, undefined)).toEqual([])
  mustApply(world, 'Commit(alpha_1, auth.ts)')
  expect(settleCi(world, 12, undefined)).toEqual([])
  expect(settleCi(world, 13, undefined)).toEqual([11])
  expect(ciOf(world)).toEqual(passed)
})

test('commits are picked from master and from releases too', () => {
  const world = busyWorld()
  mustApply(world, 'CherryPick(c3, release_1)', 'CreateRelease(gamma_1)', 'Merge(pr_13)')
  expect(act(world, 'CherryPick(c3, release_2)').accepted).toBe(true)
  expect(act(world, 'CherryPick(c7, release_2)').accepted).toBe(true)
  expect(world.releases.get('release_2')?.map(({ id }) => id)).toEqual(['c8', 'c9'])
})

test('a closed pull request takes no action any more', () => {
  const world = busyWorld()
  expect(applyDrift(world, { kind: 'closed', pr: 11 })).toContain('PR #11 was closed')
  for (const action of ['Merge(pr_11)', 'FixCI(alpha_1)', 'RunTests(alpha_1)', 'CreateRelease(alpha_1)']) {
    expect(act(world, action)).toMatchObject({ accepted: false, text: expect.stringContaining('is closed.') })
  }
  expect(act(world, 'CreatePR(alpha_1)').text).toBe('Error: alpha_1 already has PR #11 (closed).')
})

test('drift that has nothing to change is not announced', () => {
  const world = busyWorld()
  expect(applyDrift(world, { kind: 'closed', pr: 99 })).toBeUndefined()
  expect(applyDrift(world, { kind: 'flaky', pr: 11 })).toBeUndefined()
  expect(applyDrift(world, { kind: 'force-push', pr: 11 })).toBeUndefined()
  expect(world).toEqual(busyWorld())
})

test('a force push drops all but the first commit, and a flaky failure does not count', () => {
  const world = busyWorld()
  mustApply(world, 'Commit(alpha_1, mail.ts)')
  settleCi(world, 12, 11)
  expect(applyDrift(world, { kind: 'force-push', pr: 11 })).toContain('reset to c1')
  expect(commitsOf(world, 'alpha_1')).toEqual(['c1'])
  expect(ciOf(world)[11]).toBe('failed')
  expect(applyDrift(world, { kind: 'flaky', pr: 11 })).toContain('has passed')
  expect(ciOf(world)).toEqual(passed)
})
