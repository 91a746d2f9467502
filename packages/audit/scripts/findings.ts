/**
 * Computes every figure of the page of findings from the shared recordings, and compares the page; `--write` rewrites it.
 * Those of Toolathlon need a clone of WaitHZ/toolathlon-traj-website: without it, its paragraph is taken as it is.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/findings.ts ../shared/recordings [CLONE] [--write]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import type { Field } from '@skill-state/protocol/evidence'
import { findingsPage, type Pack, type Split, toolathlonText } from './_findings-page.ts'
import { chanceWithin, shuffled } from './_splits.ts'

const [data, clone] = process.argv.slice(2).filter((each) => each !== '--write')
if (data === undefined)
  throw new Error('usage: findings.ts FOLDER [CLONE] [--write] (the folder of the shared recordings)')

/** Random splits of each pack, two halves each. */
const SPLITS = 3

const page = new URL('../../../docs/findings.md', import.meta.url)
const runs = ['gemini-3-flash-base', 'gpt-4.1-mini-base', 'gpt-5-mini-base', 'gemini-3-flash-mermaid']
const packs: (Pack & { readonly prompt: string; readonly episodes: readonly Episode[] })[] = []
for (const run of runs) {
  const prompt = readFileSync(join(data, `tau2-retail/prompts/${run.split('-').at(-1)}.txt`), 'utf8')
  const episodes = await episodesIn([join(data, `tau2-retail/${run}.jsonl.gz`)])
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
const halves = [...packs, airline].flatMap((pack) =>
  [0, 1].map((half) => {
    const { run, prompt, episodes } = pack
    const own = episodes.filter((_, at) => at % 2 === half)
    const other = episodes.filter((_, at) => at % 2 !== half)
    const learned = learnedFrom(own, prompt)
    const figures = coverageOf(learned?.fields ?? [], other, prompt)
    const interval = learned?.heldOutInterval ?? [0, 1]
    return { run, half: half === 0 ? 'even' : 'odd', stated: learned?.heldOut, interval, figures } as const
  }),
)
const splits = [...packs, airline].map(splitsOf)

const written = readFileSync(page, 'utf8')
const toolathlon =
  clone === undefined
    ? (/^On open-ended tools[\s\S]*?\n\n/m.exec(written)?.[0] ?? '').trim()
    : toolathlonText(await toolathlonIn(clone))
const text = findingsPage([training, ...others], states, { halves, splits, toolathlon })
if (process.argv.includes('--write')) writeFileSync(page, text)
else if (written !== text) {
  process.stdout.write('docs/findings.md differs from the recordings. Fix: run this script with --write.\n')
  process.exitCode = 1
} else process.stdout.write('docs/findings.md: every figure is that of the recordings\n')

function learnedFrom(episodes: readonly Episode[], prompt: string): ReturnType<typeof proposeState> {
  return proposeState(episodes, { prompt, stateTools: ['todo'] })
}

/** What the halves of random splits state, and what the other halves have. */
function splitsOf({ run, prompt, episodes }: typeof airline): Split {
  const rows: { part: number; whole: number }[] = []
  const pairs = Array.from({ length: SPLITS }, (_, seed) => shuffled(episodes, seed)).flatMap((order) => {
    const middle = Math.floor(order.length / 2)
    const [one, two] = [order.slice(0, middle), order.slice(middle)]
    return [
      [one, two],
      [two, one],
    ].map(([own = [], other = []]) => {
      const learned = learnedFrom(own, prompt)
      const single = other.map((episode) => coverageOf(learned?.fields ?? [], [episode], prompt))
      rows.push(...single.map(({ covered, carried }) => ({ part: covered, whole: carried })))
      const measured = coverageOf(learned?.fields ?? [], other, prompt).coverage ?? 0
      const [low, high] = learned?.heldOutInterval ?? [0, 1]
      return { stated: learned?.heldOut ?? 0, measured, inside: low <= measured && measured <= high }
    })
  })
  return { run, pairs, chance: chanceWithin(rows, Math.floor(episodes.length / 2)) }
}

/** What all recordings of a clone of Toolathlon's give, and how many there are. */
async function toolathlonIn(repository: string): Promise<Parameters<typeof toolathlonText>[0]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolathlon-'))
  execFileSync('sh', ['-c', 'git -C "$0" archive HEAD trajs | tar -x -C "$1"', repository, folder])
  const files = readdirSync(join(folder, 'trajs')).sort()
  const episodes = await episodesIn(files.map((file) => join(folder, 'trajs', file)))
  rmSync(folder, { recursive: true })
  return { recordings: episodes.length, proposal: proposeState(episodes) }
}

async function episodesIn(files: readonly string[]): Promise<readonly Episode[]> {
  const episodes: Episode[] = []
  for await (const recording of readRecordings(files))
    if (recording.kind === 'episode') episodes.push(recording.episode)
  return episodes
}

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
  const episodes = await episodesIn([file])
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
