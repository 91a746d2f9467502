import { field } from '@skill-state/eval/options'
import { intercode, leftOut, ownChallenges, readData, type Status } from '@skill-state/intercode'
import { type JsonObject, known } from '@skill-state/protocol'
import { column, columns, metricColumn } from '@skill-state/report'
import { PUBLIC_SOURCE, publishedIn, publishedPrompt } from '@skill-state/report/paper'
import { findSandbox } from '@skill-state/sandbox'
import { type ExperimentFamily, type Presentation, recordedText } from '@skill-state/suite'
import { officialFamily } from './_official.ts'

const { listOf, oneOf, text, whole } = field

/** Names the challenges that come with the package. */
const OWN = 'own'

const STATUSES = [
  'offline',
  'needs_network',
  'asset_absent',
  'needs_vision',
  'long_computation',
  'gold_wrong',
] as const satisfies readonly Status[]

const ALL = 'all'

export const SANDBOXES = ['auto', 'bwrap', 'docker'] as const

const fields = {
  data: text.optional().describe('folder of the official data, or own.'),
  mode: oneOf(['fixed', 'official']).optional().describe('fixed or official. Default: fixed.'),
  sandbox: oneOf(SANDBOXES).optional().describe('auto, bwrap or docker. Default: auto.'),
  turns: whole().optional().describe('turns of an episode.'),
  statuses: listOf(oneOf([...STATUSES, ALL]))
    .optional()
    .describe('challenges of these statuses, or all. Default: offline.'),
}

export const intercodeFamily: ExperimentFamily = officialFamily({
  id: 'intercode',
  title: 'InterCode CTF: challenges in a Linux sandbox',
  options: fields,
  async open({ mode = 'fixed', statuses: named = ['offline'], sandbox = 'auto', turns, data: given }) {
    const statuses = named.includes(ALL)
      ? STATUSES
      : named.filter((status): status is Status => status !== ALL)
    const folder = given ?? process.env.INTERCODE_DIR
    const data = folder === OWN ? ownChallenges : readData(folder)
    const benchmark = intercode({
      data,
      mode,
      statuses,
      sandbox: await findSandbox(sandbox),
      ...known({ turns }),
    })
    const left = leftOut(data).filter(({ status }) => !statuses.includes(status))
    return { benchmark, options: { mode, statuses, leftOut: left.map(({ id, status }) => ({ id, status })) } }
  },
  present,
})

const publicTable = publishedIn('tab:public_benchmarks')

function present(options: JsonObject): Presentation {
  return {
    id: 'intercode',
    title: 'InterCode CTF: challenges in a Linux sandbox',
    columns: [
      ...columns,
      column.promptTokens,
      publishedPrompt,
      metricColumn('turns', 'Turns', 1),
      metricColumn('submits', 'Submits', 1),
    ],
    source: `Rules: ${recordedText(options.mode)}. ${leftOutText(options.leftOut)} ${PUBLIC_SOURCE}`,
    published: (cell) => publicTable({ ...cell, benchmark: cell.benchmark.replace('-official', '') }),
  }
}

function leftOutText(left: JsonObject[string] | undefined): string {
  const entries = Array.isArray(left) ? (left as readonly { id: number; status: string }[]) : []
  if (entries.length === 0) return 'No challenge is left out.'
  const reasons = [...Map.groupBy(entries, ({ status }) => status)]
  const texts = reasons.map(([status, all]) => `${status} (${all.map(({ id }) => id).join(', ')})`)
  return `Left out: ${texts.join('; ')}.`
}
