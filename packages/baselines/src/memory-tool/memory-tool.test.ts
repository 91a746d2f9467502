import { testRuntime } from '@skill-state/protocol/conformance'
import { describe, expect, it } from 'vitest'
import { observations, play } from '../../test/play.ts'
import { memoryTool } from './memory-tool.ts'

describe('memory-tool keeps the contract of runtimes', () => {
  it.each(testRuntime({ runtime: memoryTool.run, reply: (action) => `Why.\nAction: ${action}` }))(
    '$name',
    async (check) => check.run(),
  )
})

const create = 'Memory: {"command":"create","path":"/memories/a","file_text":"x"}'
const view = 'Memory: {"command":"view","path":"/memories/a"}'

it('answers calls at once, and those beside an action in the next step', async () => {
  const replies = [view, `${create}\nAction: go`, `${view}\nnot JSON:\nMemory: {`, 'Action: go', 'Action: go']
  const { prompts, steps } = await play((input) => memoryTool.run(input, { window: 1 }), {
    observations: observations(3),
    reply: (index) => replies[index] ?? '',
  })
  expect(steps).toHaveLength(3)
  expect(prompts).toHaveLength(5)
  expect(prompts[1]).toContain(`Memory Calls:\n${view}\nError: The path /memories/a does not exist.`)
  expect(prompts[2]).toContain(
    `Memory Calls:\n${create}\nFile created successfully at: /memories/a\n\n\nRecent`,
  )
  expect(prompts[3]).toContain(`with line numbers:\n     1\tx\nMemory: {\nError: Invalid memory command`)
  expect(prompts[4]).toMatch(/Memory Calls:\n\n\nRecent History:\nObservation: o1\n/)
})

it('asks again for an action after too many replies with calls alone', async () => {
  const { prompts, steps } = await play((input) => memoryTool.run(input, { attempts: 1, calls: 2 }), {
    observations: observations(1),
    reply: () => view,
    noop: 'wait',
  })
  expect(prompts).toHaveLength(3)
  expect(steps[0]).toMatchObject({ action: 'wait', fallback: true })
})
