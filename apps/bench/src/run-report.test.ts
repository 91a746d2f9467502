import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { planExperiment, runReport } from '@skill-state/suite'
import type { Request } from '@skill-state/suite/request'
import { expect, test } from 'vitest'
import { registry } from './registry.ts'

/** The report of a planned run of which nothing was run. */
async function report(experiment: string, request: Request = {}): ReturnType<typeof makeReport> {
  return makeReport((await planExperiment(registry, experiment, request)).conditions)
}

async function makeReport(conditions: JsonObject) {
  const path = mkdtempSync(join(tmpdir(), 'report-'))
  const { title, notices } = runReport(registry, { path, conditions })
  return { title, text: notices.join('\n') }
}

test("a benchmark in the place of the experiment's own is named, and what it leaves out", async () => {
  const { title, text } = await report('noise', { benchmark: 'retraction', horizon: [50] })
  expect(title).toBe('retraction@2: in the place of experiment noise')
  expect(text).toContain(
    'Benchmark retraction@2 replaces the first series of experiment noise; its 3 other series were left out.',
  )
  expect(text).not.toContain('paper')
  const own = await report('noise')
  expect([own.title, own.text.includes('replaces the first series')]).toEqual(['Warehouse: noise', false])
})

test('the compressor of llmlingua is named wherever it takes part, and nowhere else', async () => {
  const line =
    'llmlingua compresses with the small model ngram@1, and the reference reads only whole sentences. It is no language model, so the tests of llmlingua say nothing about LLMLingua with one. Its compute is in no figure.'
  expect((await report('scaling', { runtime: ['llmlingua'] })).text).toContain(line)
  expect((await report('budget')).text.split(line)).toHaveLength(2)
  expect((await report('budget', { runtime: ['prompt'] })).text).not.toContain('ngram')
})

test('no notice names a horizon that the run does not have', async () => {
  expect((await report('recovery', { horizon: [25] })).text).not.toContain('50')
})
