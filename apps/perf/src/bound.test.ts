import { expect, it } from 'vitest'
import { runBound } from './bound.ts'
import { InventoryText } from './inventory-text.ts'
import { runSkillState } from './runs.ts'
import { createTask } from './task.ts'

it('does the work of the runtime: the same lines and the same state after them', async () => {
  const task = createTask(40)
  const [bound, ours]: [string[], string[]] = [[], []]
  const { state } = await runBound(task, 60, (line) => bound.push(line))
  const finished = await runSkillState(task, 60, (line) => ours.push(line))
  expect(bound).toEqual(ours)
  expect(bound).toHaveLength(60)
  expect(JSON.parse(state)).toEqual(finished.state)
})

it('drops deleted keys from the text, a whole chunk too', () => {
  const inventory = new InventoryText(
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, 'v'])),
  )
  inventory.merge(Object.fromEntries(Array.from({ length: 39 }, (_, at) => [`k${at}`, null])))
  expect(inventory.read()).toBe('{"k39":"v"}')
})
