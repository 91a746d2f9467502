import { defaultPolicies } from '@skill-state/policies'
import { expect, test } from 'vitest'
import { booking, episodeOf } from '../../test/simulation.ts'
import { needsOf } from '../needs/needs.ts'
import { viewOf } from '../needs/view.ts'
import { judgePolicy } from './judge-policy.ts'

const view = viewOf(episodeOf(booking), new Set())
const needs = needsOf(view, { stateTools: new Set(), writeTools: undefined })

test.each(defaultPolicies.map((policy) => [policy.id, policy] as const))(
  'judges %s alike whether it follows the transcript or not',
  async (_, policy) => {
    const followed = await judgePolicy(policy, view, needs, 'system: ')
    expect(followed.chars.length).toBe(view.calls.length)
    expect(await judgePolicy({ ...policy, follow: undefined }, view, needs, 'system: ')).toEqual(followed)
  },
)
