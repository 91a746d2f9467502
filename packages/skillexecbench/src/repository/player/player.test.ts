import type { JsonObject, PromptView } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { type Memory, play as playEpisode, type Step } from '../../../test/play.ts'
import { repository } from '../benchmark.ts'
import { repositoryEnvironment } from '../environment.ts'
import { repositoryPlayer } from './player.ts'

const player = repositoryPlayer()

async function play(seed: number, horizon: number, memory: Memory): Promise<readonly Step[]> {
  return (await playEpisode(repositoryEnvironment({ horizon }), repository, seed, memory)).steps
}

describe.each<[string, Memory]>([
  ['a state', 'state'],
  ['a state and a history', 'state-and-history'],
  ['a history', 'history'],
  ['a summary and three turns', { window: 3 }],
])('from %s', (_, memory) => {
  test.each([10, 25, 50, 100, 200])('answers %d events', async (horizon) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const played = await play(seed, horizon, memory)
      expect(played.at(-1)?.successes).toBe(horizon)
    }
  })
})

test('the state holds at most seven entries, and stays small', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    for (const { state } of await play(seed, 200, 'state')) {
      const entries = [state.issues, state.prs].map((entry) => Object.keys(entry as JsonObject).length)
      expect(Math.max(...entries)).toBeLessThanOrEqual(6)
      expect(JSON.stringify(state).length).toBeLessThan(800)
    }
  }
})

describe.each<[string, Memory, number]>([
  ['20 turns', { turns: 20 }, 0.85],
  ['3 turns', { turns: 3 }, 0.5],
  ['a summary of 300 characters', { window: 3, maxChars: 300 }, 0.85],
])('from %s', (_, memory, most) => {
  test('it loses what was dropped, and says which fact it misses', async () => {
    let successes = 0
    for (let seed = 1; seed <= 10; seed += 1) {
      const played = await play(seed, 100, memory)
      successes += played.at(-1)?.successes ?? 0
      let before = 0
      let lost = 0
      for (const step of played) {
        const succeeded = step.successes > before
        before = step.successes
        if (succeeded) continue
        lost += 1
        if (step.action === 'Wait')
          expect(step.reasoning).toMatch(/I do not know the |Nothing is known of |not reported/)
        else expect(lost).toBeGreaterThan(1)
      }
      expect(lost).toBeGreaterThan(0)
    }
    expect(successes / 1_000).toBeLessThan(most)
  })
})

const state = {
  issues: { issue_4: { branch: 'kite_1', files: ['auth.ts'], into: 'lark_1', head: 'c4' } },
  prs: {
    pr_2: { branch: 'lark_1', files: ['mail.ts'], into: 'master', head: 'c2', ci: 'passed' },
    pr_3: { branch: 'nova_1', files: ['cart.ts', 'mail.ts'], into: 'master', head: 'c3', ci: 'stale' },
    pr_5: { branch: 'onyx_1', files: ['auth.ts'], into: 'lark_1', head: 'c6', ci: 'pending' },
  },
  release: 'release_2',
}

test.each([
  ['Issue #9 assigned: change auth.ts on the new branch ruby_1.', 'Commit(ruby_1, auth.ts)'],
  ['Issue #4 is ready for review.', 'CreatePR(kite_1)'],
  ['CI Pipeline Failed for PR #5. Linter error on line 42.', 'FixCI(onyx_1)'],
  ['Review of PR #3: changes requested.', 'Commit(nova_1, cart.ts)'],
  ['PR #2 was approved for merging.', 'Merge(pr_2)'],
  ['PR #3 was approved for merging.', 'RunTests(nova_1)'],
  ['PR #5 was approved for merging.', 'Wait'],
  ['CI Pipeline Passed for PR #5.\nPR #5 was approved for merging.', 'Merge(pr_5)'],
  ['CI Pipeline Failed for PR #5. Test 1 timed out.\nPR #5 was approved for merging.', 'FixCI(onyx_1)'],
  ['Release requested for PR #2.', 'CreateRelease(lark_1)'],
  ['Release requested for PR #3.', 'RunTests(nova_1)'],
  ['Hotfix: backport the newest commit of PR #3.', 'CherryPick(c3, release_2)'],
  ['Regression in PR #3: undo its newest commit.', 'Rollback(nova_1)'],
  [
    'Error: no.\nPR #2 was approved for merging.\n\n--- BACKGROUND TELEMETRY ---\nRelease requested for PR #2.',
    'Merge(pr_2)',
  ],
  ['', 'Wait'],
  ['PR #77 was approved for merging.', 'Wait'],
  ['Error: "\\nPR #2 was approved for merging." is not an action.', 'Wait'],
  ['xPR #2 was approved for merging.', 'Wait'],
])('answers %j by %s', (observation, action) => {
  expect(player.decide({ instructions: '', state, history: [], observation }).action).toBe(action)
})

test.each<[string, JsonObject]>([
  [
    'Success: Committed c7 (mail.ts) to onyx_1.',
    { prs: { pr_5: { head: 'c7', files: ['auth.ts', 'mail.ts'] } } },
  ],
  ['Success: Committed c7 (auth.ts) to kite_1.', { issues: { issue_4: { head: 'c7' } } }],
  ['Success: Fixed the CI of lark_1 with c7.', { prs: { pr_2: { head: 'c7', ci: 'pending' } } }],
  ['Success: Rolled lark_1 back to c1.', { prs: { pr_2: { head: 'c1', ci: 'pending' } } }],
  ['Success: Started the tests of nova_1.', { prs: { pr_3: { ci: 'pending' } } }],
  ['Success: Released lark_1 as release_3.', { release: 'release_3' }],
  ['Success: Cherry-picked c3 to release_2 as c9.', {}],
  ['CI Pipeline Passed for PR #5.\nx', { prs: { pr_5: { ci: 'passed' } } }],
  ['Flaky test: the CI failure of PR #3 was false, its CI has passed.', { prs: { pr_3: { ci: 'passed' } } }],
  [
    'Force push: the branch of PR #2 was reset to c1, its CI is unchanged.',
    { prs: { pr_2: { head: 'c1' } } },
  ],
  ['PR #2 was closed by its author without merging.', { prs: { pr_2: null } }],
  [
    'Success: Opened PR #8 from kite_1 into lark_1.',
    {
      issues: { issue_4: null },
      prs: { pr_8: { branch: 'kite_1', files: ['auth.ts'], into: 'lark_1', head: 'c4', ci: 'pending' } },
    },
  ],
  [
    'Success: Merged PR #2 from lark_1 into master.',
    { issues: { issue_4: { into: 'master' } }, prs: { pr_2: null, pr_5: { into: 'master', ci: 'stale' } } },
  ],
  [
    'Success: Merged PR #5 from onyx_1 into lark_1.',
    { prs: { pr_5: null, pr_2: { files: ['mail.ts', 'auth.ts'], head: 'c6', ci: 'stale' } } },
  ],
  [
    'Issue #9 assigned: change mail.ts on the new branch ruby_1, stacked on PR #3.',
    { issues: { issue_9: { branch: 'ruby_1', files: ['mail.ts'], into: 'nova_1' } } },
  ],
  ['Error: there is no branch x.\nx', {}],
  ['Error: "Success: Released x as release_9." is not an action.', {}],
  ['x\nSuccess: Released lark_1 as release_3.', {}],
  ['x\n\n--- BACKGROUND TELEMETRY ---\nCI Pipeline Passed for PR #5.', {}],
])('takes up %j', (observation, patch) => {
  expect(player.decide({ instructions: '', state, history: [], observation }).patch).toEqual(patch)
})

test('knows nothing that the prompt does not show', () => {
  const shown: PromptView = { instructions: '', history: [], observation: 'PR #2 was approved for merging.' }
  expect(player.decide(shown)).toMatchObject({ action: 'Wait', reasoning: 'Nothing is known of PR #2.' })
})

test('reads a state that it did not write', () => {
  const odd = {
    issues: { x: 1, issue_1: 'a' },
    prs: { pr_2: { branch: 7, files: 'mail.ts', ci: 'green' } },
    release: 1,
  }
  const decision = player.decide({
    instructions: '',
    state: odd,
    history: [],
    observation: 'Release requested for PR #2.',
  })
  expect(decision).toMatchObject({ action: 'Wait', reasoning: expect.stringContaining('CI result') })
})
