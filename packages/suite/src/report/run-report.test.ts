import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { openRunFolder, readRunFolder, type Trace, traceLine, tracePath, writeTrace } from '@skill-state/eval'
import { expect, test, vi } from 'vitest'
import { emptyFolder, runSmall } from '../../test/run-small.ts'
import { registry } from '../../test/small-registry.ts'
import { planExperiment } from '../plan/plan-experiment.ts'
import { runReport } from './run-report.ts'

test('more episodes than were planned are rejected', async () => {
  const small = await runSmall({ horizon: [10], seeds: 1, runtime: ['prompt'] })
  const large = await runSmall({ horizon: [10], seeds: 2, runtime: ['prompt'] })
  cpSync(join(large, 'episodes'), join(small, 'episodes'), { recursive: true })
  expect(() => runReport(registry, readRunFolder(small))).toThrow(
    `${small} holds 2 episodes, but 1 were planned; remove those of other runs`,
  )
})

test('the report of a run says where the trace of each episode is, from its folder', async () => {
  const folder = readRunFolder(await runSmall({ horizon: [10], seeds: 2, runtime: ['prompt'] }))
  const files = runReport(registry, folder).episodes.map(({ file }) => file)
  expect(files).toHaveLength(2)
  for (const file of files) {
    expect(file).toMatch(/^episodes\//)
    expect(existsSync(join(folder.path, file))).toBe(true)
  }
})

test('the report of a run validates each line once', async () => {
  const { conditions } = await planExperiment(registry, 'scaling', { horizon: [25] })
  const folder = openRunFolder(emptyFolder(), conditions)
  const names = { benchmark: 'warehouse@1', seed: 1, horizon: 25, runtime: 'skill-state', model: 'reference' }
  const usage = { inputTokens: 1, outputTokens: 1 }
  const told = { promptHash: '', promptChars: 1, reply: 'r', model: 'm', usage, durationMs: 1 }
  const taken = { rejections: [], fallback: false, action: 'a', durationMs: 1 }
  const trace: Omit<Trace, 'file' | 'episode'> = {
    reset: { kind: 'reset', observation: { text: 'O', done: false } },
    calls: [{ kind: 'call', step: 0, finishReason: 'stop', ...told }],
    attempts: [],
    steps: [{ kind: 'step', index: 0, result: { text: 'O', done: true }, ...taken }],
    end: { kind: 'end', status: 'terminated', outcome: { reward: 1 } },
  }
  for (const task of ['seed-1', 'seed-2', 'seed-3']) {
    const episode = { kind: 'episode', format: 1, task, ...names } as const
    writeTrace(tracePath(folder, episode), { episode, ...trace })
  }
  const validated = vi.spyOn(traceLine, 'safeParse')
  const { notices } = runReport(registry, folder)
  expect(notices.join()).toContain('Incomplete')
  expect(validated).toHaveBeenCalledTimes(3 * 5)
  validated.mockRestore()
})
