/**
 * Computes every figure of the page of findings from the shared recordings, and compares the page; `--write` rewrites it.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/findings.ts ../shared/recordings [--write]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Audit,
  type AuditDocument,
  Coverage,
  type Episode,
  proposeState,
  readRecordings,
} from '@skill-state/audit'
import { findingsPage, type Pack } from './_findings-page.ts'

const [data = '', mode] = process.argv.slice(2)
if (data === '') throw new Error('usage: findings.ts FOLDER [--write] (the folder of the shared recordings)')

const page = new URL('../../../docs/findings.md', import.meta.url)
const runs = ['gemini-3-flash-base', 'gpt-4.1-mini-base', 'gpt-5-mini-base', 'gemini-3-flash-mermaid']
const packs: (Pack & { readonly prompt: string; readonly episodes: readonly Episode[] })[] = []
for (const run of runs) {
  const prompt = readFileSync(join(data, `tau2-retail/prompts/${run.split('-').at(-1)}.txt`), 'utf8')
  const episodes: Episode[] = []
  for await (const recording of readRecordings([join(data, `tau2-retail/${run}.jsonl.gz`)])) {
    if (recording.kind === 'episode') episodes.push(recording.episode)
  }
  packs.push({ run, prompt, episodes, audit: await auditOf(episodes, prompt) })
}

const [training, ...others] = packs
if (training === undefined) throw new Error('no packs')
const states = (['flat', 'keyed'] as const).map((form) => {
  const proposal = proposeState(training.episodes, { prompt: training.prompt, form })
  if (proposal === undefined) throw new Error('no proposal')
  const measured = packs
    .filter(({ run }) => run.endsWith('base'))
    .map(({ run, prompt, episodes }) => {
      const coverage = new Coverage(proposal.fields, { prompt })
      for (const episode of episodes) coverage.add(episode)
      return { run, learnedFrom: run === training.run, figures: coverage.figures() }
    })
  return { form, fields: proposal.fields.length, measured }
})

const text = findingsPage([training, ...others], states)
if (mode === '--write') writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text) {
  process.stdout.write('docs/findings.md differs from the recordings. Fix: run this script with --write.\n')
  process.exitCode = 1
} else process.stdout.write('docs/findings.md: every figure is that of the recordings\n')

async function auditOf(episodes: readonly Episode[], prompt: string): Promise<AuditDocument> {
  const audit = new Audit({ prompt, stateTools: ['todo'] })
  for (const episode of episodes) await audit.add(episode)
  return audit.document()
}
