/**
 * Computes every figure of the page of findings from the shared recordings, and compares the page; `--write` rewrites it.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/findings.ts ../shared/recordings [--write]
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  Audit,
  type AuditDocument,
  Coverage,
  type Episode,
  proposeState,
  readRecordings,
} from '@skill-state/audit'
import type { Field } from '@skill-state/core/capture'
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
  const measured = packs.map(({ run, prompt, episodes }) => {
    const figures = coverageOf(proposal.fields, episodes, prompt)
    return { run, learnedFrom: run === training.run, figures }
  })
  const losingFirst = measured.toSorted((a, b) => (a.figures.coverage ?? 0) - (b.figures.coverage ?? 0))
  return { form, fields: proposal.fields.length, measured: losingFirst }
})
const airline = await airlineEpisodes(join(data, '../tau-bench'))
const halves = [...packs, airline].flatMap(({ run, prompt, episodes }) =>
  [0, 1].map((half) => {
    const learned = proposeState(
      episodes.filter((_, at) => at % 2 === half),
      { prompt, stateTools: ['todo'] },
    )
    const others = episodes.filter((_, at) => at % 2 !== half)
    const figures = coverageOf(learned?.fields ?? [], others, prompt)
    return {
      run,
      half: half === 0 ? 'even' : 'odd',
      stated: learned?.heldOut,
      interval: learned?.heldOutInterval ?? [0, 1],
      figures,
    }
  }),
)

const text = findingsPage([training, ...others], states, halves)
if (mode === '--write') writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text) {
  process.stdout.write('docs/findings.md differs from the recordings. Fix: run this script with --write.\n')
  process.exitCode = 1
} else process.stdout.write('docs/findings.md: every figure is that of the recordings\n')

function coverageOf(
  fields: readonly Field[],
  episodes: readonly Episode[],
  prompt: string,
): ReturnType<Coverage['figures']> {
  const coverage = new Coverage(fields, { prompt, stateTools: ['todo'] })
  for (const episode of episodes) coverage.add(episode)
  return coverage.figures()
}

/** The recorded airline runs of τ-bench, a second domain. */
async function airlineEpisodes(
  folder: string,
): Promise<{ readonly run: string; readonly prompt: string; readonly episodes: readonly Episode[] }> {
  const packed = readFileSync(join(folder, 'trajectories/airline-gpt-4o-trial-0.jsonl.gz'))
  const messages = (line: string): string => {
    const { first_user, steps } = JSON.parse(line) as Recorded
    const said = steps.flatMap((step, at): object[] =>
      step.type === 'respond'
        ? [
            { role: 'assistant', content: step.content },
            ...(step.user ? [{ role: 'user', content: step.user }] : []),
          ]
        : [
            {
              role: 'assistant',
              content: null,
              tool_calls: [
                {
                  id: `call-${at}`,
                  type: 'function',
                  function: { name: step.name, arguments: step.arguments },
                },
              ],
            },
            { role: 'tool', tool_call_id: `call-${at}`, content: step.observation },
          ],
    )
    return JSON.stringify({ messages: [{ role: 'user', content: first_user }, ...said] })
  }
  const file = join(mkdtempSync(join(tmpdir(), 'airline-')), 'airline.jsonl')
  writeFileSync(file, gunzipSync(packed).toString().trim().split('\n').map(messages).join('\n'))
  const episodes: Episode[] = []
  for await (const recording of readRecordings([file]))
    if (recording.kind === 'episode') episodes.push(recording.episode)
  return { run: 'airline-gpt-4o', prompt: readFileSync(join(folder, 'airline/wiki.md'), 'utf8'), episodes }
}

interface Recorded {
  readonly first_user: string
  readonly steps: readonly (
    | { readonly type: 'respond'; readonly content: string; readonly user?: string }
    | {
        readonly type: 'tool'
        readonly name: string
        readonly arguments: string
        readonly observation: string
      }
  )[]
}

async function auditOf(episodes: readonly Episode[], prompt: string): Promise<AuditDocument> {
  const audit = new Audit({ prompt, stateTools: ['todo'] })
  for (const episode of episodes) await audit.add(episode)
  return audit.document()
}
