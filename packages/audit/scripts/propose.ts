/**
 * Learns a state from one pack of the shared recordings and measures it on packs of other models, against targets.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/propose.ts ../shared/recordings
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Coverage, type Episode, proposeState, readRecordings } from '@skill-state/audit'

const [data = ''] = process.argv.slice(2)
if (data === '') throw new Error('usage: propose.ts FOLDER (of the shared recordings)')

const prompt = readFileSync(join(data, 'tau2-retail/prompts/base.txt'), 'utf8')
const targets = {
  flat: { coverage: 0.98, mean: 400, p90: 850 },
  keyed: { coverage: 0.96, mean: 480, p90: Infinity },
} as const

const training = await read('gemini-3-flash-base')
const others = ['gpt-4.1-mini-base', 'gpt-5-mini-base']
for (const form of ['flat', 'keyed'] as const) {
  const proposal = proposeState(training, { prompt, form })
  if (proposal === undefined) throw new Error('no proposal')
  for (const run of others) {
    const measured = new Coverage(proposal.fields, { prompt })
    for (const episode of await read(run)) measured.add(episode)
    const { coverage, chars } = measured.figures()
    const target = targets[form]
    const [share, mean, p90] = [coverage ?? 0, chars.mean ?? Infinity, chars.p90 ?? Infinity]
    const holds = share >= target.coverage && mean <= target.mean && p90 <= target.p90
    const figures = `${(100 * share).toFixed(1)} % at ${mean.toFixed(0)} characters, 90 % within ${p90}`
    process.stdout.write(`${form}, ${run}: ${figures}: ${holds ? 'holds' : 'misses its target'}\n`)
    if (!holds) process.exitCode = 1
  }
}

async function read(run: string): Promise<readonly Episode[]> {
  const episodes: Episode[] = []
  for await (const recording of readRecordings([join(data, `tau2-retail/${run}.jsonl.gz`)])) {
    if (recording.kind === 'episode') episodes.push(recording.episode)
  }
  return episodes
}
