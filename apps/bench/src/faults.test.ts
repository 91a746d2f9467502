import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRunFolder, runSuite } from '@skill-state/eval'
import type { Report } from '@skill-state/report'
import { planExperiment, runReport } from '@skill-state/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registry } from './registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'faults-'))
let report: Report

beforeAll(async () => {
  const plan = await planExperiment(registry, 'faults', {})
  const run = openRunFolder(folder, plan.conditions)
  await runSuite(run, plan.episodes, { concurrency: 4 })
  report = runReport(registry, run)
})
afterAll(() => rmSync(folder, { recursive: true }))

const figure = (runtime: string, id: string): number => {
  const row = report.rows.find((each) => each.runtime === runtime)
  return row?.figures[id]?.mean ?? Number.NaN
}

describe('faults in three of ten calls, T = 100, 5 seeds', () => {
  it.each(['skill-state-once', 'skill-state', 'skill-state-guarded'])('are counted for %s', (runtime) => {
    const [injected = 0, caught = 0, harmless = 0, slipped = 0] = [
      'injected',
      'caught',
      'harmless',
      'slipped',
    ].map((id) => figure(runtime, id))
    expect(injected).toBeGreaterThan(20)
    expect(caught + harmless + slipped).toBeCloseTo(injected)
    expect(figure(runtime, 'soundRefusals')).toBe(0)
  })

  it('are found in the world too: what slipped through made the state wrong, and nothing else did', () => {
    expect(figure('skill-state', 'mistake taken overwrite')).toBeGreaterThan(1)
    expect(figure('skill-state-guarded', 'mistake taken overwrite')).toBe(0)
    expect(figure('skill-state-guarded', 'mistake taken wrong')).toBe(0)
  })

  it('ruin the plain merge, with and without retries', () => {
    expect(figure('skill-state-once', 'score')).toBeLessThan(0.8)
    expect(figure('skill-state', 'score')).toBeLessThan(0.8)
  })

  it('cost a guarded state at most a twentieth of the score, and none slips through', () => {
    expect(figure('skill-state-guarded', 'score')).toBeGreaterThanOrEqual(0.95)
    expect(figure('skill-state-guarded', 'slipped')).toBe(0)
  })
})
