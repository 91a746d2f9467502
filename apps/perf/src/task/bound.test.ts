import { expect, it } from 'vitest'
import { runBound } from './bound.ts'
import { InventoryText } from './inventory-text.ts'
import { runJournaled, runSkillState } from './runs.ts'
import { createTask } from './task.ts'

it.each(['replace', 'mixed'] as const)('does the work of the runtime on patches that %s', async (mix) => {
  const task = createTask(40, mix)
  const lines: string[] = []
  const { state } = await runBound(task, 60, (line) => lines.push(line))
  expect(lines).toHaveLength(60)
  for (const run of [runSkillState, runJournaled]) {
    expect(JSON.parse(state)).toEqual((await run(task, 60)).state)
  }
})

it('drops deleted keys from the text, a whole chunk too', () => {
  const inventory = new InventoryText(
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, 'v'])),
  )
  inventory.merge(Object.fromEntries(Array.from({ length: 39 }, (_, at) => [`k${at}`, null])))
  expect(inventory.read()).toBe('{"k39":"v"}')
})
