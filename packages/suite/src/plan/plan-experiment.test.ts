import { Meter } from '@skill-state/protocol/meter'
import { expect, test } from 'vitest'
import { registry } from '../../test/small-registry.ts'
import { otherModels } from './plan-experiment.ts'

test('a model beside the measured one gets the ceiling of the command, and shares its limits', async () => {
  const asked: unknown[] = []
  const noting: typeof registry = {
    ...registry,
    findSingleModel: (name, settings) => {
      asked.push([name, settings?.tokensPerMinute])
      return registry.findSingleModel(name)
    },
  }
  const find = otherModels(noting, new Meter(), { tokensPerMinute: 70_000 })
  expect((await find('user')).id).toBe('reference')
  expect(asked).toEqual([['user', 70_000]])
  await expect(otherModels(noting, new Meter(), { maxCost: 1 })('user')).rejects.toThrow(
    /^--max-cost: .*; choose another model there/,
  )
})
