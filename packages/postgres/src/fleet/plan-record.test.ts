import { Meter } from '@skill-state/protocol/meter'
import type { Registry } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { planAgain, recordPlan } from './plan-record.ts'

test('workers plan with the ceiling of the command', async () => {
  const heard: unknown[] = []
  const experiment = {
    id: 'scaling',
    title: '',
    series: [],
    seeds: 1,
    columns: [],
    source: '',
  }
  const registry: Partial<Registry> = {
    experiments: { scaling: experiment },
    families: {},
    runtimes: {},
    collections: {},
    findModel: async (name, { baseUrl, tokensPerMinute }) => {
      heard.push([name, baseUrl, tokensPerMinute])
      throw new Error('heard')
    },
  }
  const options = { model: 'vllm:player', baseUrl: 'http://a.test/v1', tokensPerMinute: 70_000 }
  const kept = JSON.parse(JSON.stringify(recordPlan('scaling', options)))
  await expect(planAgain(registry as Registry, kept, new Meter())).rejects.toThrow('heard')
  expect(heard).toEqual([['vllm:player', 'http://a.test/v1', 70_000]])
})

test('a plan that names a folder of one machine is rejected', () => {
  expect(() => recordPlan('scaling', { record: 'here' })).toThrow('--record: workers on other machines')
})
