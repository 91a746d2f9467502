import type { Benchmark, JsonObject, PromptView } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { type Context, playTask } from '../../test/play.ts'
import { describeSharedData } from '../../test/shared-data.ts'
import { tauBench } from '../benchmark.ts'
import { loadDomain, type OfficialDomain, officialDomains } from '../data/load-domain.ts'
import { ownDomain, ownTasks } from '../own/own-domain.ts'
import { planPlayer } from './plan-player.ts'

const contexts: readonly Context[] = ['state', 'transcript']
const once = { seeds: [1], horizons: [] }

/** Names of the tasks that were not solved. */
async function unsolved(benchmark: Benchmark, context: Context): Promise<readonly string[]> {
  const failed: string[] = []
  for (const task of benchmark.tasks(once)) {
    const { outcome } = await playTask(benchmark, task, context)
    if (outcome.reward !== 1) failed.push(task.id)
  }
  return failed
}

describe.each(contexts)(
  'given the ground truth as its plan, from the %s alone, the player solves',
  (context) => {
    test('every task of our own domain', async () => {
      expect(await unsolved(tauBench({ domain: ownDomain() }), context)).toEqual([])
    })
  },
)

describeSharedData('given the ground truth as its plan, the player solves', (folder) => {
  const cells = (Object.keys(officialDomains) as OfficialDomain[]).flatMap((name) =>
    officialDomains[name].splits.flatMap((split) => contexts.map((context) => ({ name, split, context }))),
  )
  test.each(cells)('every task of $name $split from the $context alone', async ({ name, split, context }) => {
    expect(await unsolved(tauBench({ domain: loadDomain(folder, name, split) }), context)).toEqual([])
  })
})

describe('what the prompt shows decides', () => {
  const player = planPlayer({ tasks: ownTasks })
  const view = (shown: Partial<PromptView>): PromptView => ({
    instructions: '',
    history: [],
    observation: 'Tool: 115.45',
    ...shown,
  })
  const respondOf = (shown: Partial<PromptView>): unknown => {
    const { action } = player.decide(view(shown))
    return typeof action === 'object' ? action.respond : undefined
  }
  const turn = (observation: string) => ({ observation, response: '' })
  const opening = turn('User: Task 1')
  const state = (steps: number): JsonObject => ({
    requests: { plan: 'Task 1' },
    done: Object.fromEntries(Array.from({ length: steps }, (_, step) => [`step ${step}`, 'x'])),
  })

  test('the outputs are said when the calls are made', () => {
    expect(respondOf({ state: state(4) })).toBe('115.45 lamp')
    expect(respondOf({ history: [opening, ...Array(3).fill(turn('Tool: x'))] })).toBe('115.45 lamp')
    expect(respondOf({ summary: 'Task 1, 2 steps taken.', history: Array(2).fill(turn('Tool: x')) })).toBe(
      '115.45 lamp',
    )
    expect(respondOf({ state: state(5) })).toBe('Goodbye.')
  })

  test('the hand-over is left out, as the evaluator leaves it out', () => {
    const calls = { 'step 1': 'find_user_id_by_email', 'step 2': 'modify_pending_order_address' }
    expect(respondOf({ state: { requests: { plan: 'Task 3' }, done: calls } })).toBe('')
  })

  test('a summary carries task and progress', () => {
    const summarise = (summary: string, turns: PromptView['history']) =>
      player.summarise?.({ instructions: '', summary, turns })
    expect(summarise('', [opening, turn('Tool: x')])).toBe('Task 1, 2 steps taken.')
    expect(summarise('Task 1, 2 steps taken.', [turn('Tool: x')])).toBe('Task 1, 3 steps taken.')
    expect(summarise('', [turn('Tool: Task 1')])).toBe('')
  })

  test('without the task in sight, it can only say so', () => {
    for (const shown of [
      {},
      { state: {} },
      { history: [turn('Tool: Task 1')] },
      { observation: 'User: Task 99' },
    ]) {
      expect(respondOf(shown)).toBe('I cannot tell any more which task this is.')
    }
  })
})
